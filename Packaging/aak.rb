# For a tap: brew install OWNER/TAP/aak. Packaging/gather fills in what is between @ signs, for each release.
class Aak < Formula
  desc "Toolkit for AdAttributionKit and SKAdNetwork"
  homepage "https://github.com/@REPOSITORY@"
  version "@VERSION@"
  license "MIT"

  on_linux do
    on_intel do
      url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/aak-@VERSION@-linux-x86_64.tar.gz"
      sha256 "@X86_64@"
    end
    on_arm do
      url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/aak-@VERSION@-linux-aarch64.tar.gz"
      sha256 "@AARCH64@"
    end
  end

  on_macos do
    url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/aak-@VERSION@.tar.gz"
    sha256 "@SOURCES@"
    depends_on xcode: ["26.0", :build]
    depends_on "openssl@3"
    depends_on "pkgconf" => :build
  end

  def install
    if OS.mac?
      # Homebrew builds in a sandbox of its own, in which another cannot begin.
      system "make", "install", "PREFIX=#{prefix}", "SWIFT_FLAGS=--disable-sandbox"
    else
      bin.install "aak"
      man1.install Dir["man/*.1"]
      man5.install Dir["man/*.5"]
      pkgshare.install "keys"
      doc.install "README.md", "SECURITY.md", "guide", "examples", *Dir["*.svg"]
      bash_completion.install "completions/aak.bash" => "aak"
      zsh_completion.install "completions/_aak"
      fish_completion.install "completions/aak.fish"
    end
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/aak --version")
    system bin/"aak", "fixtures", "--count", "3", "--output", "tokens"
    system bin/"aak", "verify", "--example-key", "--input", "tokens"
  end
end
