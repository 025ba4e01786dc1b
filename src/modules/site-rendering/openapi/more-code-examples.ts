import { bodyText, type CodeExample, type ExampleRequest } from './example-request.ts'

/** The request in Go, Ruby, PHP and Java. */
export const moreCodeExamples = (request: ExampleRequest): CodeExample[] => [
  { title: 'Go', language: 'go', code: go(request) },
  { title: 'Ruby', language: 'ruby', code: ruby(request) },
  { title: 'PHP', language: 'php', code: php(request) },
  { title: 'Java', language: 'java', code: java(request) },
]

/** A text in double quotes, as Go and Java read it. */
const quoted = (text: string): string => JSON.stringify(text)
/** Ruby would evaluate `#{…}` in it. */
const rubyQuoted = (text: string): string => quoted(text).replaceAll('#', '\\#')
const phpQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function go({ method, url, headers, ...request }: ExampleRequest): string {
  const body = bodyText(request)
  const imports = ['fmt', 'io', 'net/http', ...(body === undefined ? [] : ['strings'])]
  const lines = [
    `request, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${body === undefined ? 'nil' : `strings.NewReader(${quoted(body)})`})`,
    'if err != nil {\n\t\tpanic(err)\n\t}',
    ...headers.map(([name, value]) => `request.Header.Set(${quoted(name)}, ${quoted(value)})`),
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {\n\t\tpanic(err)\n\t}',
    'defer response.Body.Close()',
    'data, _ := io.ReadAll(response.Body)',
    'fmt.Println(string(data))',
  ]
  return `package main\n\nimport (\n${imports.map((name) => `\t${quoted(name)}\n`).join('')})\n\nfunc main() {\n\t${lines.join('\n\t')}\n}`
}

function ruby({ method, url, headers, ...request }: ExampleRequest): string {
  const body = bodyText(request)
  const kind = `${method.charAt(0)}${method.slice(1).toLowerCase()}`
  return [
    'require "json"\nrequire "net/http"\n',
    `uri = URI(${rubyQuoted(url)})`,
    `request = Net::HTTP::${kind}.new(uri)`,
    ...headers.map(([name, value]) => `request[${rubyQuoted(name)}] = ${rubyQuoted(value)}`),
    ...(body === undefined ? [] : [`request.body = ${rubyQuoted(body)}`]),
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|\n  http.request(request)\nend',
    'data = JSON.parse(response.body)',
  ].join('\n')
}

function php({ method, url, headers, ...request }: ExampleRequest): string {
  const body = bodyText(request)
  const fields = headers.map(([name, value]) => `        ${phpQuoted(`${name}: ${value}`)},\n`)
  const options = [
    `CURLOPT_CUSTOMREQUEST => ${phpQuoted(method)},`,
    ...(fields.length === 0 ? [] : [`CURLOPT_HTTPHEADER => [\n${fields.join('')}    ],`]),
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => ${phpQuoted(body)},`]),
    'CURLOPT_RETURNTRANSFER => true,',
  ]
  return `<?php\n$curl = curl_init(${phpQuoted(url)});\ncurl_setopt_array($curl, [\n    ${options.join('\n    ')}\n]);\n$data = json_decode(curl_exec($curl), true);`
}

function java({ method, url, headers, ...request }: ExampleRequest): string {
  const body = bodyText(request)
  const publisher = body === undefined ? 'noBody()' : `ofString(${quoted(body)})`
  const calls = [
    ...headers.map(([name, value]) => `.header(${quoted(name)}, ${quoted(value)})`),
    `.method(${quoted(method)}, HttpRequest.BodyPublishers.${publisher})`,
    '.build();',
  ]
  return `var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))\n    ${calls.join('\n    ')}\nvar response = HttpClient.newHttpClient()\n    .send(request, HttpResponse.BodyHandlers.ofString());\nvar data = response.body();`
}
