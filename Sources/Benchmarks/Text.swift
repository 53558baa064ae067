import JSONText
import Glibc
enum TextBench {
  static func run(_ args: [String]) throws {
    let f = fopen(args[0], "r")!
    fseek(f, 0, SEEK_END); let n = ftell(f); rewind(f)
    var b = [UInt8](repeating: 0, count: n); fread(&b, 1, n, f)
    var lines: [Range<Int>] = []; var s = 0
    for i in 0..<n where b[i] == 10 { lines.append(s..<i); s = i + 1 }
    var h = HandJob(); h.load(b)
    var out = ByteBuffer(capacity: 2_000_000)
    let clock = ContinuousClock()
    var e = HandJob(true); e.load(b)
    for mode in args.count > 1 ? [2] : [-1, 0, 1, 2] {
      var v: [Double] = []; var r = 0
      for _ in 0..<(args.count > 1 ? 40 : 25) { let t = clock.now; r = mode < 0 ? try e.run(lines, &out, mode: 0) : try h.run(lines, &out, mode: mode); let d = clock.now - t; v.append(Double(n) / (Double(d.components.attoseconds) / 1e18 + Double(d.components.seconds)) / 1e6) }
      v.sort(); print("mode", mode, "MB/s", Int(v[v.count / 2]), "best", Int(v[v.count - 1]), r)
    }
  }
}
