#!/usr/bin/env python3
"""Asks the search questions as people type them, and counts how often a right note is first, or among the first three.

questions.py SHEAF FOLDER

FOLDER has the pages of obsidianmd/obsidian-help (`en`) in `obs`, laravel/docs in `laravel`, reduxjs/redux and vitejs/vite
(`docs` of both) in `js`, jekyll/jekyll (`docs`) in `jekyll`. The questions were written from the names of the files.
VERBOSE=1 prints the questions whose answer is not first.
"""
import os
import shutil
import subprocess
import sys
import tempfile

QUESTIONS = []


def add(pages, text):
    for line in text.strip().split("\n"):
        question, answers = line.split("|")
        QUESTIONS.append((pages, question.strip(), {name.strip() for name in answers.split("/")}))


add("obs", """
how do I change the font|Appearance
move my notes to a new computer|Back up your Obsidian files/Manage vaults/Sync your notes across devices/How Obsidian stores data
resize an image|Embed files/Basic formatting syntax
how to link to a heading|Internal links
recover a deleted note|File recovery/Version history
add a table of contents|Outline
dark mode|Appearance
strike through text|Basic formatting syntax
checklist|Basic formatting syntax
open today's note|Daily notes
write a math formula|Advanced formatting syntax
draw a diagram in a note|Advanced formatting syntax
keyboard shortcuts|Hotkeys/Editing shortcuts
import from evernote|Import from Evernote
hide folders from search|Settings/Search
share my vault with a colleague|Collaborate on a shared vault
use my own domain for the site|Custom domains
how much does it cost for companies|Commercial license/Introduction to licenses and payment
get a refund|Refund policy
student discount|Education and non-profit discount
is my data encrypted|Security and privacy
how much storage do I get|Plans and storage limits
password protect my published site|Security and privacy/Manage sites
favorite notes|Bookmarks
count words|Word count
split a note into two|Note composer
merge notes|Note composer
what is markdown|Obsidian Flavored Markdown/Basic formatting syntax/Glossary
open obsidian from a link in another app|Obsidian URI
insert the date automatically|Templates
save a web article|Clip web pages/Introduction to Obsidian Web Clipper
two windows side by side|Pop-out windows/Tabs/Workspace
rename a note without breaking links|Internal links/Manage notes
see which notes link to this one|Backlinks
change the interface language|Language settings
install a plugin|Community plugins
are plugins safe|Plugin security
record my voice|Audio recorder
where are settings stored|Configuration folder
google analytics|Analytics
""")
add("laravel", """
how do I send an email|mail
upload a file to s3|filesystem
reset a forgotten password|passwords
run a job every hour|scheduling
background jobs|queues
many to many relationship|eloquent-relationships
add a column to a table|migrations
fill the database with test data|seeding/eloquent-factories
log in with github|socialite
limit requests per minute|rate-limiting/routing
translate my app|localization
write to a log file|logging
test in a real browser|dusk
mock the current time|mocking
validate a form|validation
api tokens|sanctum/passport
feature flags|pennant
show page links for results|pagination
generate a pdf from a url|responses/views
hash a password|hashing
encrypt a value|encryption
call another api|http-client
redirect the user|responses
get the client's ip address|requests
protect forms from cross site attacks|csrf
check if a user may edit a post|authorization
docker development environment|sail
format my code style|pint
websocket server|reverb/broadcasting
monitor queues|horizon
create a command|artisan
store data in the session|session
remember query results|cache
soft delete|eloquent
loop in a template|blade
subscriptions with paddle|cashier-paddle
verify email address of a new user|verification
full text search of models|scout/search
debug requests locally|telescope
go live checklist|deployment
""")
add("js", """
split my code into chunks|CodeSplitting
undo and redo|ImplementingUndoHistory
why is my component rerendering|ReactRedux/Performance
async requests|part-6-async-logic/part-5-async-logic
where to put my files|CodeStructure
store not updating|Troubleshooting
use with typescript|UsageWithTypescript/typescript
server side rendering|ServerRendering/ssr
memoized selectors|deriving-data-selectors
update nested state without mutation|ImmutableUpdatePatterns
who invented redux|history-of-redux/PriorArt
difference between thunk and saga|Actions
save state to local storage|Miscellaneous/StoreSetup/ConfiguringYourStore/Store/part-4-store
one store or many|StoreSetup
write my own middleware|WritingCustomMiddleware
combine two reducers|combineReducers/UsingCombineReducers/BeyondCombineReducers
what is an action creator|Glossary/bindActionCreators/part-2-concepts-data-flow
websocket connection|CodeStructure/part-8-rtk-query-advanced
normalize data|NormalizingStateShape/UpdatingNormalizedData
share a reducer|ReusingReducerLogic
change the dev server port|server-options
proxy api requests|server-options
environment variables|env-and-mode
build a library|build
import an image|assets
hot module replacement api|api-hmr
write a plugin|api-plugin
deploy to github pages|static-deploy
upgrade from the last version|migration
web workers|worker-options/features
use with a php backend|backend-integration
why is the dev server slow|performance/troubleshooting
path alias|shared-options
minify css|build-options
start the server from javascript|api-javascript
multiple html pages|build
use sass|features
why another bundler|why
command line flags|cli
legacy browsers|build
""")
add("jekyll", """
how do I write a draft|posts
change the url of a post|permalinks
show related posts|variables
publish on github|github-pages
deploy to my own server|deployment/manual/third-party
install on windows|windows
install on a mac|macos
syntax highlighting|tags
loop over a list|liquid/tags/02-liquid
add a comment system|resources/posts
page not found page|custom-404-page
spreadsheet as a table|csv-to-table
tags and categories|posts
older posts on a second page|pagination
use a theme|themes
override the theme's layout|themes
rebuild only what changed|incremental-regeneration
default values for front matter|front-matter-defaults/default
port of the local server|options/usage/webrick
set production mode|environments
coffeescript|assets
minify css|assets/sass
make my own filter|filters/your-first-plugin
what does gemfile do|ruby-101/using-jekyll-with-bundler
folder layout|structure
change the date format|filters
excerpt of a post|posts
import from wordpress|migrations
report a bug|bug
sidebar menu|navigation
security holes|security
run code after a post is written|hooks
build with travis|travis-ci
error while building|troubleshooting
json file of members|datafiles/06-data-files
copy a pdf to the site|static_files
reuse a snippet with parameters|includes
group of pages like recipes|collections/09-collections
command to start a new site|usage/index/01-setup
become a core developer|becoming-a-maintainer
""")


def main():
    sheaf, folder = sys.argv[1:3]
    scratch = tempfile.mkdtemp()
    environment = dict(
        os.environ, HOME=scratch, XDG_CACHE_HOME=scratch + "/cache", XDG_STATE_HOME=scratch + "/state",
        XDG_CONFIG_HOME=scratch + "/config", LC_ALL="C.UTF-8")

    def run(pages, *words):
        return subprocess.run(
            [sheaf, "-C", os.path.join(scratch, pages), *words], env=environment, capture_output=True, text=True)

    counts = {}
    for pages, question, answers in QUESTIONS:
        if pages not in counts:
            shutil.copytree(os.path.join(folder, pages), os.path.join(scratch, pages), ignore=shutil.ignore_patterns(".*"))
            run(pages, "init", "--yes")
        found = names(run(pages, "search", "-l", "--limit", "10", "--", question).stdout)
        rank = next((place for place, name in enumerate(found, 1) if name in answers), 0)
        if rank != 1 and os.environ.get("VERBOSE"):
            print(pages, rank, question, found[:3])
        for key in (pages, "all"):
            count = counts.setdefault(key, [0, 0, 0])
            count[0] += 1
            count[1] += rank == 1
            count[2] += 1 <= rank <= 3
    for key, (questions, first, three) in counts.items():
        print(f"{key}: {questions} questions, {first} first, {three} among three")
    shutil.rmtree(scratch)


def names(output):
    return [os.path.basename(path)[:-3] for path in output.split("\n") if path]


main()
