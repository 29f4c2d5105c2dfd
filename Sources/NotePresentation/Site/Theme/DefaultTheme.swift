import SafeHTML

/// The theme that is built in: templates in Mustache, one style sheet, one small script.
enum DefaultTheme {
  /// Remembers whether the reader wants it light or dark; `/` goes to the search; an address with the plain name of a
  /// heading, as other programs write it, leads to the heading.
  static let bootScript = """
    (function(){var r=document.documentElement,t=null;try{t=localStorage.getItem('sheaf-theme')}catch(e){}
    if(t)r.dataset.theme=t;
    function place(){var h='';try{h=decodeURIComponent(location.hash.slice(1))}catch(e){}
    if(!h||document.getElementById(h))return;
    var e=document.getElementById('\(PagePlace.prefix)'+h);if(e)location.replace('#'+encodeURIComponent(e.id))}
    addEventListener('hashchange',place);document.addEventListener('DOMContentLoaded',place);
    document.addEventListener('DOMContentLoaded',function(){
    var b=document.querySelector('[data-switch]');if(b){b.hidden=false;b.addEventListener('click',function(){
    var d=r.dataset.theme||(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light');
    d=d==='dark'?'light':'dark';r.dataset.theme=d;try{localStorage.setItem('sheaf-theme',d)}catch(e){}})}
    document.addEventListener('keydown',function(e){
    if(e.key!=='/'||e.ctrlKey||e.metaKey||e.altKey||/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName))return;
    var f=document.querySelector('[data-search]'),a=document.querySelector('[data-search-link]');
    e.preventDefault();if(f)f.focus();else if(a)location.href=a.href})})})();
    """

  static let page = """
    <!DOCTYPE html>
    <html lang="{{language}}">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="{{{policy}}}">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="{{description}}">
    <title>{{title}}{{^isHome}} · {{siteTitle}}{{/isHome}}</title>
    {{#canonical}}<link rel="canonical" href="{{canonical}}">
    {{/canonical}}{{#style}}<style>{{{style}}}</style>
    {{/style}}{{^style}}<link rel="stylesheet" href="{{root}}style.css">
    {{/style}}    <link rel="alternate" type="application/atom+xml" title="{{siteTitle}}" href="{{root}}feed.xml">
    <link rel="alternate" type="application/feed+json" title="{{siteTitle}}" href="{{root}}feed.json">
    <link rel="icon" href="data:,">
    <script>{{{bootScript}}}</script>
    </head>
    <body>
    <a class="skip" href="#sheaf-main">{{words.skip}}</a>
    <header class="site">
    <a class="name" href="{{root}}index.html">{{siteTitle}}</a>
    <nav aria-label="{{words.site}}">
    <ul>
    {{#navigation}}<li><a href="{{address}}"{{#current}} aria-current="true"{{/current}}>{{name}}</a></li>
    {{/navigation}}</ul>
    </nav>
    <a hidden data-search-link href="{{root}}search.html">{{words.search}}</a>
    <button type="button" data-switch hidden aria-label="{{words.theme}}" title="{{words.theme}}">◐</button>
    </header>
    <main id="sheaf-main">
    {{{content}}}</main>
    <footer class="site">
    <p><a href="{{root}}feed.xml">{{words.feed}}</a> · <a href="{{root}}calendar.ics">{{words.calendar}}</a></p>
    </footer>
    </body>
    </html>

    """

  static let note = """
    <article class="note">
    <header>
    <h1{{#anchor}} id="{{anchor}}"{{/anchor}} dir="auto">{{title}}</h1>
    <p class="facts">{{#folder}}<a href="{{address}}">{{name}}</a> {{/folder}}{{#created}}<time datetime="{{iso}}">{{text}}</time>{{/created}}{{#updated}} <span>{{words.updated}} <time datetime="{{iso}}">{{text}}</time></span>{{/updated}}{{#tags}} <a class="tag" href="{{address}}">#{{name}}</a>{{/tags}}</p>
    </header>
    {{#contents}}<nav class="contents" aria-label="{{words.contents}}">
    <details>
    <summary>{{words.contents}}</summary>
    <ol>
    {{#headings}}<li class="level-{{level}}"><a href="#{{anchor}}">{{text}}</a></li>
    {{/headings}}</ol>
    </details>
    </nav>
    {{/contents}}<div class="text" dir="auto">
    {{{body}}}</div>
    </article>
    {{#backlinks}}<aside class="backlinks" aria-labelledby="sheaf-backlinks">
    <h2 id="sheaf-backlinks">{{words.backlinks}}</h2>
    <ul>
    {{#notes}}<li><a href="{{address}}">{{title}}</a></li>
    {{/notes}}</ul>
    </aside>
    {{/backlinks}}{{#neighbours}}<nav class="neighbours" aria-label="{{words.previous}}, {{words.next}}">
    {{#previous}}<a rel="prev" href="{{address}}"><span>{{words.previous}}</span> {{title}}</a>
    {{/previous}}{{#next}}<a rel="next" href="{{address}}"><span>{{words.next}}</span> {{title}}</a>
    {{/next}}</nav>
    {{/neighbours}}
    """

  static let list = """
    <h1>{{title}}</h1>
    {{#text}}<p class="facts">{{text}}</p>
    {{/text}}{{#related}}<p class="related">{{#items}}<a href="{{address}}">{{title}}</a> {{/items}}</p>
    {{/related}}{{#isEmpty}}<p>{{words.nothing}}</p>
    {{/isEmpty}}{{#groups}}<section class="group">
    {{#heading}}<h2>{{#address}}<a href="{{address}}">{{heading}}</a>{{/address}}{{^address}}{{heading}}{{/address}}</h2>
    {{/heading}}<ul class="list">
    {{{items}}}</ul>
    </section>
    {{/groups}}
    """

  static let home = """
    <h1>{{title}}</h1>
    <p class="facts">{{text}}</p>
    {{#pinned}}<section class="group">
    <h2>{{words.pinned}}</h2>
    <ul class="list">
    {{#items}}<li><a href="{{address}}">{{title}}</a>{{#detail}} <span class="detail">{{detail}}</span>{{/detail}}</li>
    {{/items}}</ul>
    </section>
    {{/pinned}}{{#recent}}<section class="group">
    <h2><a href="recent.html">{{words.recent}}</a></h2>
    <ul class="list">
    {{#items}}<li><a href="{{address}}">{{title}}</a>{{#detail}} <span class="detail">{{detail}}</span>{{/detail}}</li>
    {{/items}}</ul>
    </section>
    {{/recent}}{{#month}}<section class="group">
    <h2><a href="diary.html">{{words.diary}}</a></h2>
    <table class="month">
    <caption><a href="{{address}}">{{title}}</a></caption>
    <thead><tr>{{#weekdays}}<th scope="col">{{.}}</th>{{/weekdays}}</tr></thead>
    <tbody>
    {{#weeks}}<tr>{{#days}}<td>{{#entry}}<a href="{{address}}" aria-label="{{iso}} {{title}}">{{number}}</a>{{/entry}}{{^entry}}{{number}}{{/entry}}</td>{{/days}}</tr>
    {{/weeks}}</tbody>
    </table>
    </section>
    {{/month}}{{#tags}}<section class="group">
    <h2><a href="tags.html">{{words.tags}}</a></h2>
    <p class="cloud">{{#items}}<a class="tag" href="{{address}}">#{{title}}</a> <span class="detail">{{detail}}</span> {{/items}}</p>
    </section>
    {{/tags}}
    """

  static let month = """
    <h1>{{title}}</h1>
    {{#related}}<p class="related">{{#items}}<a href="{{address}}">{{title}}</a> {{/items}}</p>
    {{/related}}<div class="months">
    {{#months}}<table class="month">
    <caption><a href="{{address}}">{{title}}</a></caption>
    <thead><tr>{{#weekdays}}<th scope="col">{{.}}</th>{{/weekdays}}</tr></thead>
    <tbody>
    {{#weeks}}<tr>{{#days}}<td>{{#entry}}<a href="{{address}}" aria-label="{{iso}} {{title}}">{{number}}</a>{{/entry}}{{^entry}}{{number}}{{/entry}}</td>{{/days}}</tr>
    {{/weeks}}</tbody>
    </table>
    {{/months}}</div>
    {{#entries}}<ul class="list">
    {{#items}}<li><a href="{{address}}">{{title}}</a>{{#detail}} <span class="detail">{{detail}}</span>{{/detail}}</li>
    {{/items}}</ul>
    {{/entries}}{{#neighbours}}<nav class="neighbours" aria-label="{{words.previous}}, {{words.next}}">
    {{#previous}}<a rel="prev" href="{{address}}"><span>{{words.previous}}</span> {{title}}</a>
    {{/previous}}{{#next}}<a rel="next" href="{{address}}"><span>{{words.next}}</span> {{title}}</a>
    {{/next}}</nav>
    {{/neighbours}}
    """

  static let board = """
    <h1>{{title}}</h1>
    {{#isEmpty}}<p>{{words.nothing}}</p>
    {{/isEmpty}}<div class="board">
    {{#columns}}<section>
    <h2>{{name}} <span class="detail">{{count}}</span></h2>
    <ul>
    {{#tasks}}<li><a href="{{address}}">{{title}}</a>{{#due}} <time class="due{{#overdue}} late{{/overdue}}" datetime="{{iso}}">{{text}}</time>{{/due}}{{#note}} <span class="detail">{{note}}</span>{{/note}}</li>
    {{/tasks}}</ul>
    {{#further}}<p class="detail">{{further}}</p>
    {{/further}}</section>
    {{/columns}}</div>

    """

  static let search = """
    <h1>{{title}}</h1>
    <noscript><p>{{words.searchNeedsScript}}</p></noscript>
    <div class="search" role="search">
    <label for="sheaf-query">{{words.searchLabel}}</label>
    <input id="sheaf-query" type="search" data-search autocomplete="off" aria-describedby="sheaf-hint">
    <p id="sheaf-hint" class="facts">{{words.searchHint}}</p>
    <p role="status" aria-live="polite" data-status data-none="{{words.searchNone}}" data-count="{{words.searchCount}}"></p>
    <ol class="results" data-results></ol>
    </div>
    <script>{{{script}}}</script>

    """

  static let graph = """
    <h1>{{title}}</h1>
    {{#isEmpty}}<p>{{words.nothing}}</p>
    {{/isEmpty}}{{#drawing}}<p class="facts">{{words.graphText}}</p>
    <nav class="graph" aria-label="{{title}}">
    {{{drawing}}}
    </nav>
    {{/drawing}}
    """

  static let notFound = """
    <h1>{{words.notFound}}</h1>
    <p>{{words.notFoundText}}</p>
    <p><a href="{{{root}}}search.html">{{words.search}}</a> · <a href="{{{root}}}index.html">{{words.home}}</a></p>

    """
}
