const names = new Set(
  'a abbr acronym address article aside audio b bdi bdo big blockquote br button canvas caption center cite code col colgroup dd del details dfn dir div dl dt em embed fieldset figcaption figure font footer form frame h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li main mark marquee nav nobr ol optgroup option p picture pre q rp rt ruby s samp section select small source span strike strong sub summary sup table tbody td textarea tfoot th thead tr tt u ul var video wbr'.split(
    ' ',
  ),
)

/**
 * Whether a tag with this name is HTML, as opposed to words that look like a tag, such as `<your-name>`. Names that are
 * also common words between angle brackets, such as `<title>` and `<data>`, are not.
 */
export const isHtmlName = (name: string): boolean => names.has(name.toLowerCase())
