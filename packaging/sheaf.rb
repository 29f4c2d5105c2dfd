# Installs the tarball that “make dist” makes, on Linux. Not tried with Homebrew.
class Sheaf < Formula
  desc "Notes, tasks and a diary as Markdown files"
  homepage "@URL@"
  version "@VERSION@"
  license "Apache-2.0"

  on_linux do
    url "@URL@/releases/download/v@VERSION@/sheaf-@VERSION@-linux-x86_64.tar.gz"
    sha256 "@SHA256@"
  end

  def install
    bin.install "bin/sheaf"
    bin.install_symlink "sheaf" => "sf"
    man.install Dir["share/man/*"]
    bash_completion.install "share/bash-completion/completions/sheaf"
    zsh_completion.install "share/zsh/site-functions/_sheaf"
    fish_completion.install "share/fish/vendor_completions.d/sheaf.fish"
    (share/"sheaf").install "share/sheaf/mermaid.js"
    doc.install Dir["share/doc/sheaf/*"]
  end

  test do
    system bin/"sheaf", "init", testpath
    assert_match "sheaf", shell_output("#{bin}/sheaf --version")
  end
end
