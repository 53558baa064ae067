/// Some of the documents that were migrated, as they were: they may show why rules found nothing.
struct SampleDocuments: Sendable {
  struct Sample: Sendable {
    /// The number of the piece of work that it is from.
    let piece: Int
    let hasComments: Bool
    let bytes: [UInt8]
  }

  private(set) var all: [Sample] = []
  private var size = 0

  private static let most = 8
  /// Of larger documents, and behind so many bytes, none is kept.
  private static let (largest, largestSum) = (1 << 16, 1 << 18)

  /// Whether a document of a piece is to be kept: the first ones are, and then one of pieces that
  /// are ever further apart, whoever does them.
  func wants(_ piece: Int, size document: Int = 0) -> Bool {
    if document > Self.largest || size >= Self.largestSum { return false }
    return all.count < Self.most || piece & (piece - 1) == 0 && all.last?.piece != piece
  }

  mutating func add(_ sample: Sample) {
    size += sample.bytes.count
    all.append(sample)
  }

  /// Takes those of another worker.
  mutating func add(_ others: SampleDocuments) {
    let sorted = (all + others.all).sorted { $0.piece < $1.piece }
    self = SampleDocuments()
    for sample in sorted where wants(sample.piece, size: sample.bytes.count) { add(sample) }
  }
}

extension [SampleDocuments] {
  /// The samples of each format, with those of others, if there are.
  func adding(_ others: [SampleDocuments]) -> [SampleDocuments] {
    zip(self, others).map { samples, others in
      var samples = samples
      samples.add(others)
      return samples
    }
  }
}
