local mark, separator = "MARK", "SEPARATOR"
local texts = {}

local function words(inlines)
  local text = pandoc.utils.stringify(inlines)
  local result = pandoc.List()
  if text:match("^%s") then result:insert(pandoc.Space()) end
  for word in text:gmatch("%S+") do
    if #result > 0 and result[#result].t ~= "Space" then result:insert(pandoc.Space()) end
    result:insert(pandoc.Str(word))
  end
  return result
end

local function citation(number)
  local text = texts[number] or ""
  local block = pandoc.read(text, "markdown_strict+citations-raw_html").blocks[1]
  local cite = block and block.t == "Para" and #block.content == 1 and block.content[1]
  if not cite or cite.t ~= "Cite" then return pandoc.Str(text) end
  for _, part in ipairs(cite.citations) do
    part.prefix, part.suffix = words(part.prefix), words(part.suffix)
  end
  return pandoc.Cite({pandoc.Str(text)}, cite.citations)
end

local function Meta(meta)
  local file = io.open(pandoc.utils.stringify(meta["citations-file"]), "rb")
  for text in file:read("a"):gmatch("(.-)" .. separator) do table.insert(texts, text) end
  file:close()
  meta["citations-file"] = nil
  return meta
end

local function Str(element)
  local rest, parts = element.text, pandoc.List()
  local first, last, number = rest:find(mark .. "(%d+)" .. mark)
  if not first then return nil end
  while first do
    if first > 1 then parts:insert(pandoc.Str(rest:sub(1, first - 1))) end
    parts:insert(citation(tonumber(number)))
    rest = rest:sub(last + 1)
    first, last, number = rest:find(mark .. "(%d+)" .. mark)
  end
  if rest ~= "" then parts:insert(pandoc.Str(rest)) end
  return parts
end

return {{Meta = Meta}, {Str = Str}}
