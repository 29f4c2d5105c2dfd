# Reads a JSON list of texts and writes the HTML that kramdown makes of each, in GitHub's flavour as Jekyll does.
require "json"
require "kramdown"
require "kramdown-parser-gfm"

settings = { input: "GFM", hard_wrap: false, syntax_highlighter: nil }
pages = JSON.parse($stdin.read).map do |text|
  Kramdown::Document.new(text, settings).to_html
end
puts JSON.generate(pages)
