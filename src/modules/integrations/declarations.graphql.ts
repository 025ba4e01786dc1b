import { builder } from '../../graphql/builder.ts'
import {
  type Block,
  type Configurations,
  type ContentSource,
  type Declaration,
  type ExternalLink,
  type Level,
  levels,
  type Property,
} from './declaration.model.ts'

const texts = {
  id: 'The ID, unique in the integration.',
  title: 'The title.',
  description: 'The description.',
  icon: 'The name or the URL of the icon.',
}

const MarkdownType = builder.objectRef<NonNullable<Block['markdown']>>('IntegrationBlockMarkdown').implement({
  description: 'How a block is written in markdown.',
  fields: (t) => ({
    codeblock: t.exposeString('codeblock', { description: 'The language of the code block.' }),
    body: t.exposeString('body', { description: 'The property that has the text.' }),
  }),
})

export const BlockType = builder.objectRef<Block>('IntegrationBlock').implement({
  description: 'A block that an integration adds to the editor.',
  fields: (t) => ({
    blockId: t.exposeString('id', { description: texts.id }),
    title: t.exposeString('title', { description: texts.title }),
    description: t.exposeString('description', { nullable: true, description: texts.description }),
    icon: t.exposeString('icon', { nullable: true, description: texts.icon }),
    urlUnfurl: t.stringList({
      description: 'Patterns of the URLs that the block shows.',
      resolve: ({ urlUnfurl }) => urlUnfurl ?? [],
    }),
    markdown: t.field({
      type: MarkdownType,
      nullable: true,
      description: 'How it is written in markdown.',
      resolve: ({ markdown }) => markdown ?? null,
    }),
  }),
})

export const ContentSourceType = builder.objectRef<ContentSource>('IntegrationContentSource').implement({
  description: 'A source of content of an integration.',
  fields: (t) => ({
    contentSourceId: t.exposeString('id', { description: texts.id }),
    title: t.exposeString('title', { description: texts.title }),
    description: t.exposeString('description', { nullable: true, description: texts.description }),
    icon: t.exposeString('icon', { nullable: true, description: texts.icon }),
    componentId: t.string({
      description: 'The component that configures it.',
      resolve: ({ configuration }) => configuration.componentId,
    }),
  }),
})

export const ExternalLinkType = builder.objectRef<ExternalLink>('IntegrationExternalLink').implement({
  description: 'A link to another site.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'The URL.' }),
    label: t.exposeString('label', { description: 'The text of the link.' }),
  }),
})

const PropertyTypeEnum = builder.enumType('IntegrationPropertyType', {
  description: 'The type of a property of a configuration.',
  values: {
    STRING: { value: 'string', description: 'A text.' },
    NUMBER: { value: 'number', description: 'A number.' },
    BOOLEAN: { value: 'boolean', description: 'True or false.' },
    BUTTON: { value: 'button', description: 'A button without a value.' },
  } as const,
})

interface NamedProperty {
  name: string
  isRequired: boolean
  property: Property
}

const PropertyType = builder.objectRef<NamedProperty>('IntegrationProperty').implement({
  description: 'A property of a configuration.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name: its key in the configuration.' }),
    required: t.exposeBoolean('isRequired', { description: 'Whether a configuration needs it.' }),
    type: t.field({
      type: PropertyTypeEnum,
      description: 'The type of its value.',
      resolve: ({ property }) => property.type,
    }),
    title: t.string({
      nullable: true,
      description: texts.title,
      resolve: ({ property }) => property.title ?? null,
    }),
    description: t.string({
      nullable: true,
      description: texts.description,
      resolve: ({ property }) => property.description ?? null,
    }),
    default: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value where none is given.',
      resolve: ({ property }) => ('default' in property ? property.default : null),
    }),
    enum: t.stringList({
      nullable: true,
      description: 'The accepted values. Null if any text is accepted.',
      resolve: ({ property }) => ('enum' in property ? property.enum : null),
    }),
    completionUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'A URL that suggests values.',
      resolve: ({ property }) => ('completion_url' in property ? property.completion_url : null),
    }),
    callbackUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL that a button opens.',
      resolve: ({ property }) => ('callback_url' in property ? property.callback_url : null),
    }),
    buttonText: t.string({
      nullable: true,
      description: 'The text of a button.',
      resolve: ({ property }) => ('button_text' in property ? property.button_text : null),
    }),
  }),
})

const DeclarationType = builder.objectRef<Declaration>('IntegrationConfiguration').implement({
  description: 'What can be configured at one level: properties, or a component of the integration.',
  fields: (t) => ({
    componentId: t.string({
      nullable: true,
      description: 'The component. Null if there are properties.',
      resolve: (declaration) => ('componentId' in declaration ? declaration.componentId : null),
    }),
    properties: t.field({
      type: [PropertyType],
      description: 'The properties. Empty if there is a component.',
      resolve: (declaration) => {
        if (!('properties' in declaration)) return []
        const required = new Set(declaration.required)
        return Object.entries(declaration.properties).map(([name, property]) => ({
          name,
          isRequired: required.has(name),
          property,
        }))
      },
    }),
  }),
})

const meanings: Record<Level, string> = {
  account: 'For the organization.',
  space: 'For a space.',
  site: 'For a site.',
}

export const ConfigurationsType = builder.objectRef<Configurations>('IntegrationConfigurations').implement({
  description: 'What can be configured at each level. A level without a declaration is null.',
  fields: (t) =>
    Object.fromEntries(
      levels.map((level) => [
        level,
        t.field({
          type: DeclarationType,
          nullable: true,
          description: meanings[level],
          resolve: (configurations) => configurations[level] ?? null,
        }),
      ]),
    ),
})
