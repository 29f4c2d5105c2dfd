#!/usr/bin/env python3
"""Writes a repository of made-up notes: generate.py DIR COUNT [SEED].

About 2 KB a note, Korean and English, wiki and relative links, front matter of eight fields, a third of
the notes tasks. The same seed gives the same bytes.
"""
import os
import random
import sys

ENGLISH = """time year people way day man thing woman life child world school state family student group
country problem hand part place case week company system program question work government number night
point home water room mother area money story fact month lot right study book eye job word business issue
side kind head house service friend father power hour game line end member law car city community name""".split()
KOREAN = """회의 자료 내용 일정 계획 정리 확인 검토 보고서 프로젝트 매니저 장보기 우유 사과 달걀 저녁 아침 여행 기차 예약
바다 산책 도서관 책 문장 번역 음악 연습 피아노 세금 신고 은행 통장 집 청소 세탁 친구 생일 선물 편지 가족 부모님 병원
약국 운동 수영 달리기 날씨 비 바람 구름 봄 여름 가을 겨울 나무 꽃 정원 고양이 강아지 사진 영화 연극""".split()
PARTICLES = ["을", "를", "이", "가", "은", "는", "에서", "으로", "에게", "의", "와", "도", ""]
TAGS = ["home", "work", "money", "travel", "health", "책", "요리", "work/client", "work/admin", "배움"]


def sentence(rng):
    if rng.random() < 0.5:
        words = [rng.choice(ENGLISH) for _ in range(rng.randint(6, 14))]
        return " ".join(words).capitalize() + "."
    words = [rng.choice(KOREAN) + rng.choice(PARTICLES) for _ in range(rng.randint(5, 10))]
    return " ".join(words) + " 했다."


def note_path(number):
    return "Memo/%02d/note-%06d.md" % (number % 50, number)


def body(rng, number, count):
    parts = []
    for section in range(rng.randint(2, 4)):
        parts.append("## " + rng.choice(ENGLISH).capitalize() + " " + rng.choice(KOREAN))
        for _ in range(rng.randint(1, 3)):
            text = " ".join(sentence(rng) for _ in range(rng.randint(2, 4)))
            if rng.random() < 0.4:
                text += " See [[note-%06d]]." % rng.randrange(count)
            if rng.random() < 0.2:
                other = rng.randrange(count)
                text += " [%s](../%02d/note-%06d.md)" % (rng.choice(ENGLISH), other % 50, other)
            parts.append(text)
        if rng.random() < 0.1:
            marks = [" ", "x"]
            parts.append("\n".join(
                "- [%s] %s" % (rng.choice(marks), sentence(rng)) for _ in range(rng.randint(2, 5))))
    return "\n\n".join(parts) + "\n"


def note(rng, number, count):
    day = "2026-%02d-%02d" % (rng.randint(1, 12), rng.randint(1, 28))
    title = rng.choice(KOREAN) + " " + rng.choice(ENGLISH) + " %d" % number
    fields = [
        "id: %s" % "".join(rng.choice("0123456789abcdefghjkmnpqrstvwxyz") for _ in range(8)),
        "title: " + title,
        "created: %sT09:%02d:00+09:00" % (day, rng.randint(0, 59)),
        "tags: [%s]" % ", ".join(rng.sample(TAGS, rng.randint(1, 3))),
        "lang: ko",
        "estimate: %dh" % rng.randint(1, 9),
        "project: " + rng.choice(ENGLISH),
    ]
    if rng.random() < 0.34:
        fields.append("status: " + rng.choice(["todo", "todo", "doing", "done", "cancelled"]))
        fields.append("due: 2026-%02d-%02d" % (rng.randint(10, 12), rng.randint(1, 28)))
    else:
        fields.append("color: " + rng.choice(["red", "green", "blue"]))
    return "---\n" + "\n".join(fields) + "\n---\n\n" + body(rng, number, count)


def main():
    folder, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    os.makedirs(os.path.join(folder, ".sheaf"), exist_ok=True)
    for number in range(count):
        path = os.path.join(folder, note_path(number))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(note(rng, number, count))


main()
