# For a tap: `brew install owner/tap/jsonmigrate` takes it from Formula/jsonmigrate.rb there. A release
# puts its address and checksum in; until then `brew install --HEAD` builds what is on the main branch.
class Jsonmigrate < Formula
  desc "Brings JSON documents to the newest version, by rules"
  homepage "https://github.com/owner/jsonmigrate"
  license "MIT"
  head "https://github.com/owner/jsonmigrate.git", branch: "main"

  uses_from_macos "swift" => :build

  on_macos do
    depends_on xcode: ["26.0", :build]
  end

  def install
    args = ["--disable-sandbox", "-c", "release", "--product", "jsonmigrate"]
    args << "--static-swift-stdlib" if OS.linux?
    system "swift", "build", *args
    bin.install ".build/release/jsonmigrate"
    generate_completions_from_executable(bin/"jsonmigrate", "help", "--completions")
    (man1/"jsonmigrate.1").write Utils.safe_popen_read(bin/"jsonmigrate", "help", "--man")
  end

  test do
    (testpath/"rules").mkpath
    (testpath/"rules/v2.json").write '{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }'
    (testpath/"old.json").write '{"version":1,"a":1}'
    assert_equal '{"version":2,"b":1}',
                 shell_output("#{bin}/jsonmigrate apply rules old.json").chomp
  end
end
