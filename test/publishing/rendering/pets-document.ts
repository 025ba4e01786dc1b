const pet = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 100, description: 'Its **name**.' },
    kind: { enum: ['cat', 'dog'], default: 'cat' },
    friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
    owner: {
      allOf: [
        { $ref: '#/components/schemas/Owner' },
        { properties: { since: { type: 'string', format: 'date' } } },
      ],
    },
    age: { oneOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] },
  },
}
/** A document with a circular schema, a merged one, and one that can be null. */
export const petsDocument = {
  openapi: '3.1.0',
  servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu' } } }],
  security: [{ token: [] }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: "it's" }],
      post: {
        summary: 'Create a pet',
        parameters: [{ $ref: '#/components/parameters/Limit' }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: {
          201: {
            description: 'Created',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
  },
  webhooks: { petCreated: { post: { summary: 'A pet was created', responses: {} } } },
  components: {
    parameters: {
      Limit: {
        name: 'limit',
        in: 'query',
        required: true,
        schema: { type: 'integer', maximum: 50, default: 20 },
      },
    },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Pet: pet,
      Owner: { type: 'object', properties: { email: { type: 'string', format: 'email' } } },
    },
  },
}

/** Blocks for all parts of the document, and one that it does not have. */
export const petsText = `## Create a pet

{% openapi-operation spec="pets" path="/pets/{id}" method="post" %}
POST
{% endopenapi-operation %}

{% openapi-webhook spec="pets" name="petCreated" method="post" %}
POST
{% endopenapi-webhook %}

## Pet

{% openapi-schemas spec="pets" schemas="Pet" grouped="false" %}
Pet
{% endopenapi-schemas %}

{% openapi-operation spec="pets" path="/none" method="get" %}
GET
{% endopenapi-operation %}
`
