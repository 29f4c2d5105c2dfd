import Testing

@testable import SheafSite

@Suite struct PreviewRangeTests {
  @Test(arguments: [
    ("bytes=0-99", 0..<100), ("bytes=100-", 100..<1000), ("bytes=-100", 900..<1000),
    ("bytes=0-0", 0..<1), ("bytes=990-2000", 990..<1000), ("bytes=-5000", 0..<1000),
    (" bytes = 0 - 9", 0..<10),
  ])
  func `a part of a file is read as players ask for it`(text: String, range: Range<Int>) {
    #expect(ByteRangeRequest(text)?.range(in: 1000) == range)
  }

  @Test(arguments: [
    "", "bytes=", "bytes=-", "items=0-9", "bytes=a-b", "bytes=9-1", "bytes=0-1,5-9", "bytes=--1",
  ])
  func `what is no single part asks for the whole file`(text: String) {
    #expect(ByteRangeRequest(text) == nil)
  }

  @Test func `bytes behind the end are not there`() {
    #expect(ByteRangeRequest("bytes=1000-")?.range(in: 1000) == nil)
    #expect(ByteRangeRequest("bytes=-0")?.range(in: 1000) == nil)
    #expect(ByteRangeRequest("bytes=-1")?.range(in: 0) == nil)
  }

  @Test(
    arguments: [
      (nil, "안녕하세요, 오늘의 메모입니다 with some English", "en", "ko"), (nil, "Hello there", "ko", "en"),
      (nil, "今日は良い天気です", "en", "ja"), (nil, "今天天气很好，我们去公园", "en", "zh"),
      (nil, "Guten Tag", "de", "de"), (nil, "1234 🙂", "ko", "ko"), ("fr", "안녕", "ko", "fr"),
      ("en-GB", "x", "ko", "en-GB"), ("<script>", "안녕", "en", "ko"), (nil, "", "ja", "ja"),
    ] as [(String?, String, String, String)])
  func `the language of a page is what its note says, else what its letters show`(
    written: String?, text: String, site: String, tag: String
  ) {
    #expect(PageLanguage.tag(written: written, text: Array(text.utf8), site: site) == tag)
  }
}
