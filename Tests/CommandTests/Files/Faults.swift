import Foundation

@testable import jsonmigrate

/// System calls of which the k-th fails, or does less than it was asked to.
///
/// It also keeps count of what was opened and not closed.
final class Faults: @unchecked Sendable {
  enum Fault: Sendable, CustomStringConvertible {
    case error(Errno)
    /// As if the process were killed there: nothing works any more.
    case errorFromThereOn(Errno)
    /// Some bytes only, as a disk that is nearly full takes them.
    case shortTransfer

    var description: String {
      switch self {
      case .error(let errno): "call fails: \(errno.words)"
      case .errorFromThereOn(let errno): "all calls fail from there on: \(errno.words)"
      case .shortTransfer: "call reads or writes one byte only"
      }
    }
  }

  private let lock = NSLock()
  private let fault: Fault?
  private let position: Int
  private var made: [String] = []
  private var openDescriptors: Set<Int32> = []
  private var written: Set<Int32> = []

  /// Lets the call at this position fail, the first being 1.
  init(_ fault: Fault? = nil, at position: Int = 0) {
    self.fault = fault
    self.position = position
  }

  /// The names of the calls that were made.
  var log: [String] { lock.withLock { made } }
  /// Whether so many calls were made that the fault came up.
  var happened: Bool { log.count >= position }
  /// The call that the fault came up in.
  var faulty: String? { happened ? log[position - 1] : nil }
  /// What was opened and not closed.
  var leaked: Set<Int32> { lock.withLock { openDescriptors } }

  /// Counts a call; tells whether it is to do less than asked.
  private func count(_ name: String) throws(Errno) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    made.append(name)
    switch fault {
    case .error(let errno) where made.count == position: throw errno
    case .errorFromThereOn(let errno) where made.count >= position: throw errno
    case .shortTransfer: return made.count == position
    default: return false
    }
  }

  var calls: SystemCalls {
    let real = SystemCalls.system
    return SystemCalls(
      SystemCalls.Table(
        open: { [self] place, opening throws(Errno) in
          _ = try count("open")
          let descriptor = try real.open(place, opening)
          lock.withLock {
            openDescriptors.insert(descriptor)
            if !opening.isReading { written.insert(descriptor) }
          }
          return descriptor
        },
        read: { [self] file, room throws(Errno) in
          let short = try count("read")
          return try real.read(file, short ? RoomForBytes(rebasing: room.prefix(1)) : room)
        },
        write: { [self] file, bytes throws(Errno) in
          let short = try count("write")
          return try real.write(file, short ? BytesToWrite(rebasing: bytes.prefix(1)) : bytes)
        },
        close: { [self] file throws(Errno) in
          // A close that fails has closed all the same.
          try? real.close(file)
          let wasWritten = lock.withLock {
            openDescriptors.remove(file)
            return written.remove(file) != nil
          }
          _ = try count(wasWritten ? "close of what was written" : "close")
        },
        status: { [self] name, following throws(Errno) in
          _ = try count("status")
          return try real.status(name, following)
        },
        openStatus: { [self] file throws(Errno) in
          _ = try count("openStatus")
          return try real.openStatus(file)
        },
        changeOwner: { [self] file, user, group throws(Errno) in
          _ = try count("changeOwner")
          try real.changeOwner(file, user, group)
        },
        changeMode: { [self] file, mode throws(Errno) in
          _ = try count("changeMode")
          try real.changeMode(file, mode)
        },
        attributes: { [self] file throws(Errno) in
          _ = try count("attributes")
          return try real.attributes(file)
        },
        attribute: { [self] file, name throws(Errno) in
          _ = try count("attribute")
          return try real.attribute(file, name)
        },
        setAttribute: { [self] file, name, value throws(Errno) in
          _ = try count("setAttribute")
          try real.setAttribute(file, name, value)
        },
        removeAttribute: { [self] file, name throws(Errno) in
          _ = try count("removeAttribute")
          try real.removeAttribute(file, name)
        },
        copyAccessList: { [self] file, other throws(Errno) in
          _ = try count("copyAccessList")
          try real.copyAccessList(file, other)
        },
        seek: { [self] file, place throws(Errno) in
          _ = try count("seek")
          try real.seek(file, place)
        },
        place: { [self] file throws(Errno) in
          _ = try count("place")
          return try real.place(file)
        },
        truncate: { [self] file, size throws(Errno) in
          _ = try count("truncate")
          try real.truncate(file, size)
        },
        synchronize: { [self] file throws(Errno) in
          // Whether the disk has it makes no difference here, and takes long.
          _ = try count("synchronize")
        },
        lock: real.lock,
        rename: { [self] place, newPlace, renaming throws(Errno) in
          _ = try count("rename")
          try real.rename(place, newPlace, renaming)
        },
        remove: { [self] name throws(Errno) in
          _ = try count("remove")
          try real.remove(name)
        },
        makeFolder: { [self] name throws(Errno) in
          _ = try count("makeFolder")
          try real.makeFolder(name)
        },
        resolve: { [self] name throws(Errno) in
          _ = try count("resolve")
          return try real.resolve(name)
        },
        readLink: { [self] name throws(Errno) in
          _ = try count("readLink")
          return try real.readLink(name)
        },
        list: { [self] name throws(Errno) in
          _ = try count("list")
          return try real.list(name)
        },
        isTerminal: real.isTerminal, memoryLeft: real.memoryLeft))
  }
}

extension Errno {
  static let noSpace = Errno(rawValue: ENOSPC)
  static let hardware = Errno(rawValue: EIO)
}
