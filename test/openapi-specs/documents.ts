/** Documents as people write them, each with the titles of its pages. */
export interface Sample {
  name: string
  text: string
  pages: string[]
}

const responses = `responses: { '200': { description: ok } }`

export const samples: Sample[] = [
  {
    name: 'OpenAPI 3.0 in YAML with tags',
    text: `openapi: 3.0.3
info: { title: Shop, version: 1.0.0 }
tags: [{ name: orders, description: All orders }, { name: unused }]
paths:
  /orders: { get: { tags: [orders], ${responses} } }
  /carts: { get: { tags: [carts], ${responses} }, post: { tags: [carts, orders], ${responses} } }`,
    pages: ['Shop', 'orders', 'carts'],
  },
  {
    name: 'OpenAPI 3.1 in JSON with webhooks and types in a list',
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Hooks', version: '2', summary: 'Short' },
      webhooks: { newPet: { post: { tags: ['hooks'], responses: { 200: { description: 'ok' } } } } },
      components: { schemas: { Pet: { type: ['object', 'null'], const: null, examples: [null] } } },
    }),
    pages: ['Hooks', 'hooks', 'Models'],
  },
  {
    name: 'OpenAPI 3.1 with paths only in components',
    text: `openapi: 3.1.1
info: { title: Parts, version: '1' }
components:
  pathItems: { Ping: { get: { tags: [ping], ${responses} } } }
paths: { /ping: { $ref: '#/components/pathItems/Ping' } }`,
    pages: ['Parts', 'ping'],
  },
  {
    name: 'Swagger 2.0 with definitions',
    text: `swagger: '2.0'
info: { title: Old, version: '1' }
host: api.example.com
basePath: /v1
paths:
  /users/{id}:
    get:
      tags: [users]
      parameters: [{ name: id, in: path, required: true, type: string }]
      responses: { 200: { description: ok, schema: { $ref: '#/definitions/User' } } }
definitions: { User: { type: object, properties: { id: { type: string } } } }`,
    pages: ['Old', 'users', 'Models'],
  },
  {
    name: 'Swagger 2.0 with a version that is a number in quotes of another kind',
    text: `{"swagger":"2.0","info":{"title":"J","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"ok"}}}}}}`,
    pages: ['J', 'Operations'],
  },
  {
    name: 'no tags at all',
    text: `openapi: 3.0.0
info: { title: Bare, version: '1' }
paths: { /a: { get: { ${responses} } }, /b: { put: { ${responses} } } }`,
    pages: ['Bare', 'Operations'],
  },
  {
    name: 'no operations',
    text: `openapi: 3.0.0
info: { title: Empty, version: '1' }
paths: {}`,
    pages: ['Empty'],
  },
  {
    name: 'a schema that refers to itself',
    text: `openapi: 3.0.0
info: { title: Tree, version: '1' }
paths: { /t: { get: { tags: [t], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Node' } } } } } } } }
components: { schemas: { Node: { type: object, properties: { children: { type: array, items: { $ref: '#/components/schemas/Node' } } } } } }`,
    pages: ['Tree', 't', 'Models'],
  },
  {
    name: 'schemas that refer to each other',
    text: `openapi: 3.0.0
info: { title: Pair, version: '1' }
paths: {}
components:
  schemas:
    A: { type: object, properties: { b: { $ref: '#/components/schemas/B' } } }
    B: { type: object, properties: { a: { $ref: '#/components/schemas/A' } } }`,
    pages: ['Pair', 'Models'],
  },
  {
    name: 'anchors, aliases and merge keys',
    text: `openapi: 3.0.0
info: { title: Anchors, version: '1' }
x-common: &ok { '200': { description: ok } }
x-op: &op { tags: [a], responses: *ok }
paths:
  /a: { get: { <<: *op, summary: First } }
  /b: { get: { <<: *op } }`,
    pages: ['Anchors', 'a'],
  },
  {
    name: 'a byte order mark and Windows line ends',
    text: `\uFEFFopenapi: 3.0.0\r\ninfo: { title: Windows, version: '1' }\r\npaths: {}\r\n`,
    pages: ['Windows'],
  },
  {
    name: 'long descriptions with Markdown and brackets',
    text: `openapi: 3.0.0
info:
  title: Long
  version: '1'
  description: |
    # Welcome
    Use [links](https://example.com) and {braces, and [open brackets.
    \`\`\`json
    {"a": [1, 2}
    \`\`\`
paths: { /a: { get: { tags: ['A & B: "x"'], description: "two\\nlines", ${responses} } } }`,
    pages: ['Long', 'A & B: "x"'],
  },
  {
    name: 'paths with parameters, quotes and spaces',
    text: `openapi: 3.0.0
info: { title: Paths, version: '1' }
paths:
  /files/{path}/a"b c:
    parameters: [{ name: path, in: path, required: true, schema: { type: string } }]
    get: { tags: [files], ${responses} }`,
    pages: ['Paths', 'files'],
  },
  {
    name: 'extensions everywhere',
    text: `openapi: 3.0.0
x-top: { any: [1, 2] }
info: { title: Extended, version: '1', x-logo: { url: /logo.png } }
paths: { x-note: 1, /a: { x-a: 1, get: { x-code-samples: [], tags: [a], ${responses} } } }`,
    pages: ['Extended', 'a'],
  },
  {
    name: 'security schemes of all kinds',
    text: `openapi: 3.0.0
info: { title: Secure, version: '1' }
security: [{ key: [] }, { oauth: [read] }]
paths: { /a: { get: { ${responses} } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    basic: { type: http, scheme: basic }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: { read: r } } } }
    oidc: { type: openIdConnect, openIdConnectUrl: 'https://a.example/.well-known' }`,
    pages: ['Secure', 'Operations'],
  },
  {
    name: 'oneOf with a discriminator',
    text: `openapi: 3.0.0
info: { title: Poly, version: '1' }
paths: {}
components:
  schemas:
    Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat' } } }
    Cat: { type: object, properties: { kind: { type: string } } }
    Dog: { type: object, properties: { kind: { type: string } } }`,
    pages: ['Poly', 'Models'],
  },
  {
    name: 'repeated operation ids and missing path parameters, as many generators write them',
    text: `openapi: 3.0.0
info: { title: Sloppy, version: '1' }
paths:
  /a/{id}: { get: { operationId: x, tags: [a], ${responses} } }
  /b: { get: { operationId: x, tags: [a], ${responses} } }`,
    pages: ['Sloppy', 'a'],
  },
  {
    name: 'request bodies, headers, links and callbacks',
    text: `openapi: 3.0.3
info: { title: Full, version: '1' }
servers: [{ url: 'https://{region}.example.com', variables: { region: { default: eu } } }]
paths:
  /jobs:
    post:
      tags: [jobs]
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary } } } } } }
      responses:
        '202': { description: later, headers: { Location: { schema: { type: string } } }, links: { job: { operationId: getJob } } }
      callbacks: { done: { '{$request.body#/url}': { post: { ${responses} } } } }`,
    pages: ['Full', 'jobs'],
  },
  {
    name: 'texts in other scripts',
    text: `openapi: 3.0.0
info: { title: 注文 API, version: '1' }
paths: { /注文: { get: { tags: [注文, Заказы], ${responses} } } }`,
    pages: ['注文 API', '注文', 'Заказы'],
  },
  {
    name: 'references with escaped tokens',
    text: `openapi: 3.0.0
info: { title: Escapes, version: '1' }
paths:
  /a/b: { get: { tags: [x], ${responses} } }
  /c: { $ref: '#/paths/~1a~1b' }`,
    pages: ['Escapes', 'x'],
  },
]
