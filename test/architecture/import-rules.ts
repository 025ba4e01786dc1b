import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/platform/project-root.ts'
import {
  importCycle,
  loadedBy,
  moduleOf,
  mutualImports,
  prismaModels,
  type Rule,
  type Rules,
} from './sources.ts'

/** `from → target` of every import in the project that a rule does not allow. */
const imports =
  (isConcerned: (path: string) => boolean, isAllowed: (target: string, path: string) => boolean): Rule =>
  (sources) =>
    sources
      .filter(({ path }) => isConcerned(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ isOurs, target }) => isOurs && !isAllowed(target, path))
          .map(({ target }) => `${path} → ${target}`),
      )

const isIn = (directory: string) => (path: string) => path.startsWith(`src/${directory}/`)
const everywhere = () => true
const isRest = isIn('rest')
const isGraphQL = isIn('graphql')
const isWeb = isIn('web')
const isApiLayer = (path: string) =>
  /\.(rest|graphql|web)\.ts$/.test(path) || isRest(path) || isGraphQL(path) || isWeb(path)

/** Tables that belong to no module: the event log, idempotency keys, jobs, budgets, keys, uploads and nodes. */
const tablesOfTheFrame = new Set([
  ...['Event', 'EventLog', 'IdempotencyKey', 'GraphQLDocument'],
  ...['QueuedJob', 'Budget', 'InstanceKey', 'BytePiece', 'Node'],
])

const parsesYaml = (text: string) => /\bparse(?:Document|AllDocuments)?\b[^']*from 'yaml'/.test(text)

/** Why each of these parses YAML itself. */
const yamlParsers: Readonly<Record<string, string>> = {
  'src/platform/yaml.ts': 'the parser of all others, with its limits',
  'src/modules/openapi-specs/processing/lines.ts':
    'documents of 16 MiB, in a worker thread with other limits',
  'src/modules/openapi-specs/processing/read-document.ts': 'the same',
  'src/modules/page-metadata/patch-front-matter.ts': 'text that was accepted before',
}

const mayImportApi = (isApi: (path: string) => boolean, suffix: string, others: readonly string[]) =>
  imports(
    everywhere,
    (target, path) =>
      !isApi(target) ||
      isApi(path) ||
      (moduleOf(path) !== undefined && path.endsWith(suffix)) ||
      others.includes(path),
  )

/**
 * Modules that core names: those that all resources belong to, places and audiences of events, roles, and names that are also
 * words of the platform, such as the type of a content.
 */
const KNOWN_TO_CORE = new Set(
  `change-requests collections comments content documents events git import links members notifications organizations pdf
  reviews search sessions spaces tokens users`.split(/\s+/),
)

/** A pattern for the name of a module in the singular, as it is in identifiers and in texts. */
const wordsOf = (name: string): string =>
  name
    .replace(/s$/, '')
    .split('-')
    .map(([first = '', ...rest]) => `[${first}${first.toUpperCase()}]${rest.join('')}`)
    .join('[- ]?')

/**
 * The console runs what the server runs in the browser: the editor on a text, and the form of a theme on its colours. These are
 * parts of modules without others. Their `index.ts` would bring the server along.
 */
const isBrowserPart = (target: string, path: string): boolean =>
  (path.startsWith('src/console/app/editor/') && /^src\/modules\/(?:documents|text-merge)\//.test(target)) ||
  (path.startsWith('src/console/app/screens/sites/theme/') &&
    target.startsWith('src/modules/site-rendering/theme/')) ||
  (path.startsWith('src/console/app/') && target.startsWith('src/modules/publishing/assets/script/'))

/** The rules for imports, each with sources that violate it. */
export const importRules: Rules = {
  'core imports core, platform and generated code, and no resource or API layer': {
    find: imports(isIn('core'), (target) => /^src\/(core|platform|generated)\//.test(target)),
    violations: [['src/core/x.ts', `import { spaces } from '../modules/spaces/index.ts'`]],
  },
  'core and http name no setting of a module: it adds them to Settings itself': {
    find: (sources) => {
      const declared = sources.flatMap(({ path, text }) =>
        moduleOf(path) === undefined
          ? []
          : [...text.matchAll(/interface Settings \{\s*readonly (\w+)/g)].map(([, name = '']) => name),
      )
      const setting = new RegExp(
        `\\b(?:settings\\??\\.(?:${declared.join('|')})|(?:${declared.join('|')})[A-Z]\\w*)\\b`,
      )
      return sources
        .filter(({ path, text }) => /^src\/(core|http)\//.test(path) && setting.test(text))
        .map(({ path, text }) => `${path}: ${setting.exec(text)?.[0]}`)
    },
    violations: [
      ['src/core/x.ts', 'interface Limits { readonly pdfBytes: number }'],
      ['src/core/x.ts', 'interface Periodic { readonly openapiSpecsRefreshHours: number }'],
      ['src/http/x.ts', 'const { hosting } = urls.settings.sites'],
    ],
  },
  'core names no resource, besides those that all others belong to': {
    find: (sources) => {
      const modules = new Set(sources.flatMap(({ path }) => moduleOf(path) ?? []))
      const names = [...modules].filter((name) => !KNOWN_TO_CORE.has(name)).map(wordsOf)
      // An e-mail address is a field of a user, and no mail.
      const named = new RegExp(`(?:(?<!\\be-)\\b|(?<=[a-z])(?=[A-Z]))(?:${names.join('|')})s?(?![a-z])`)
      return sources
        .filter(({ path, text }) => isIn('core')(path) && named.test(text))
        .map(({ path, text }) => `${path}: ${named.exec(text)?.[0]}`)
    },
    violations: [
      ['src/core/x.ts', 'interface Visitor { readonly siteId: string }'],
      ['src/core/x.ts', 'interface WebSites { enter(): void }'],
      ['src/core/x.ts', '/** The teams of a member. */'],
    ],
  },
  'platform imports nothing of ours but generated code': {
    find: imports(isIn('platform'), (target) => /^src\/(platform|generated)\//.test(target)),
    violations: [['src/platform/x.ts', `import { newId } from '../core/ids.ts'`]],
  },
  'http imports core and platform, and no API layer': {
    find: imports(isIn('http'), (target) => /^src\/(http|core|platform)\//.test(target)),
    violations: [['src/http/x.ts', `import { route } from '../rest/route.ts'`]],
  },
  'requests reach a surface by the listener that the server is created with, and nothing replaces it': {
    find: (sources) =>
      sources.filter(({ text }) => /removeAllListeners\(|\.listeners\(/.test(text)).map(({ path }) => path),
    violations: [['src/web/x.ts', `server.removeAllListeners('request')`]],
  },
  'the REST layer is imported by *.rest.ts alone, besides the part of the server that mounts it': {
    find: mayImportApi(isRest, '.rest.ts', [
      'src/server/apis.ts',
      'src/tools/rest-table.ts',
      'src/tools/build/client-types.ts',
    ]),
    violations: [['src/modules/spaces/spaces.service.ts', `import { route } from '../../rest/route.ts'`]],
  },
  'the GraphQL layer is imported by *.graphql.ts alone, besides the part of the server that mounts it and the printer of the schema':
    {
      find: mayImportApi(isGraphQL, '.graphql.ts', ['src/server/graphql.ts', 'src/tools/schema-print.ts']),
      violations: [
        ['src/modules/spaces/spaces.rest.ts', `import { builder } from '../../graphql/builder.ts'`],
      ],
    },
  'the web layer is imported by *.web.ts alone, besides the part of the server that mounts it': {
    find: mayImportApi(isWeb, '.web.ts', ['src/server/sites.ts']),
    violations: [
      ['src/modules/sites/sites.rest.ts', `import { WebSurface } from '../../web/web-surface.ts'`],
    ],
  },
  'API layers know no resource': {
    find: imports(
      (path) => isRest(path) || isGraphQL(path) || isWeb(path),
      (target) => !isIn('modules')(target),
    ),
    violations: [
      ['src/rest/x.ts', `import { spaces } from '../modules/spaces/index.ts'`],
      ['src/web/x.ts', `import { sites } from '../modules/sites/index.ts'`],
    ],
  },
  'outside of modules only their register is known, besides by commands and the first start': {
    find: imports(
      (path) => !isIn('modules')(path) && !isIn('tools')(path) && path !== 'src/server/bootstrap.ts',
      (target, path) =>
        !isIn('modules')(target) || target === 'src/modules/index.ts' || isBrowserPart(target, path),
    ),
    violations: [['src/server/app.ts', `import { tokens } from '../modules/tokens/index.ts'`]],
  },
  'SQL outside of modules names no table of a resource': {
    find: (sources) =>
      sources
        .filter(
          ({ path }) => !isIn('modules')(path) && !isIn('tools')(path) && path !== 'src/server/bootstrap.ts',
        )
        .flatMap(({ path, text }) =>
          prismaModels
            .filter((model) => !tablesOfTheFrame.has(model) && text.includes(`"${model}"`))
            .map((model) => `${path} → ${model}`),
        ),
    violations: [['src/core/x.ts', `const text = 'SELECT * FROM "Space"'`]],
  },
  'operations are bound by the binders of the GraphQL layer alone': {
    find: imports(
      // The last one only reads what is bound.
      (path) =>
        ![
          'src/graphql/field.ts',
          'src/graphql/connection.ts',
          'src/graphql/execution/called-operations.ts',
        ].includes(path),
      (target) => target !== 'src/graphql/bindings.ts',
    ),
    violations: [
      ['src/modules/spaces/spaces.graphql.ts', `import { bind } from '../../graphql/bindings.ts'`],
    ],
  },
  'a module is imported from outside through the index.ts at its top': {
    find: imports(everywhere, (target, path) => {
      const name = moduleOf(target)
      if (isBrowserPart(target, path)) return true
      return name === undefined || name === moduleOf(path) || target === `src/modules/${name}/index.ts`
    }),
    violations: [['src/modules/teams/x.ts', `import { x } from '../pdf/drawing/index.ts'`]],
  },
  'a module does not import itself through its index.ts': {
    find: imports(
      (path) => moduleOf(path) !== undefined,
      (target, path) => target !== `src/modules/${moduleOf(path)}/index.ts`,
    ),
    violations: [['src/modules/teams/x.ts', `import { teams } from './index.ts'`]],
  },
  'imports name files that exist': {
    find: (sources) => {
      const known = new Set(sources.map(({ path }) => path))
      const exists = (target: string) =>
        known.has(target) ||
        // Components are held to rules of their own.
        (/\.(?:tsx|css)$/.test(target) && existsSync(join(projectRoot, target))) ||
        target.startsWith('src/generated/') ||
        target.startsWith('dist/')
      return imports(everywhere, exists)(sources)
    },
    violations: [['src/core/x.ts', `import { y } from './no-such-file.ts'`]],
  },
  'imports make no circle, types included': {
    find: importCycle,
    violations: [
      [
        ['src/core/x.ts', `import { y } from './y.ts'`],
        ['src/core/y.ts', `import type { X } from './x.ts'`],
      ],
    ],
  },
  'no two subfolders of platform, core and publishing import each other, types included': {
    find: (sources) => ['src/platform', 'src/core', 'src/modules/publishing'].flatMap(mutualImports(sources)),
    violations: [
      [
        ['src/core/lists/x.ts', `import { y } from '../operations/y.ts'`],
        ['src/core/operations/y.ts', `import type { Page } from '../lists/page.ts'`],
      ],
      ['src/platform/observing/x.ts', `import type { Y } from '../statements/connection.ts'`],
      ['src/modules/publishing/reading/x.ts', `import { y } from '../pages/frames.ts'`],
    ],
  },
  'worker threads load no API layer and no Prisma client': {
    find: (sources) =>
      sources
        .filter(({ path }) => path.endsWith('.worker.ts'))
        .flatMap(({ path }) =>
          [...loadedBy(sources, path)]
            .filter((target) => isApiLayer(target) || target === 'src/generated/prisma/client.ts')
            .map((target) => `${path} → ${target}`),
        ),
    violations: [
      ['src/modules/pdf/x.worker.ts', `import { content } from '../content/index.ts'`],
      ['src/core/x.worker.ts', `import { Prisma } from '../generated/prisma/client.ts'`],
    ],
  },
  'PDF documents are drawn, and OpenAPI documents checked, in worker threads alone': {
    find: (sources) =>
      [...loadedBy(sources, 'src/main.ts')].filter((target) =>
        /^src\/modules\/(?:pdf\/drawing\/|openapi-specs\/processing\/check\.ts)/.test(target),
      ),
    violations: [
      ['src/main.ts', `import { render } from './modules/pdf/drawing/render.ts'`],
      ['src/modules/openapi-specs/index.ts', `import { check } from './processing/check.ts'`],
    ],
  },
  'API layers, policies and models do not import the database driver or Prisma': {
    find: (sources) =>
      sources
        .filter(({ path }) => isApiLayer(path) || /\.(policy|model)\.ts$/.test(path))
        .flatMap(({ path, imports }) =>
          imports
            .filter(({ target }) => /^(pg|@prisma\/.+)$/.test(target))
            .map(({ target }) => `${path} → ${target}`),
        ),
    violations: [['src/modules/spaces/spaces.rest.ts', `import pg from 'pg'`]],
  },
  'API layers import no database, and rows of the generated client as types alone': {
    find: (sources) =>
      sources
        .filter(({ path }) => isApiLayer(path))
        .flatMap(({ path, imports }) =>
          imports
            .filter(
              ({ target, isTypeOnly }) =>
                target === 'src/platform/database.ts' ||
                (target === 'src/generated/prisma/client.ts' && !isTypeOnly),
            )
            .map(({ target }) => `${path} → ${target}`),
        ),
    violations: [
      ['src/modules/spaces/spaces.rest.ts', `import { Prisma } from '../../generated/prisma/client.ts'`],
      ['src/modules/spaces/x.graphql.ts', `import type { Database } from '../../platform/database.ts'`],
      ['src/modules/sites/x.web.ts', `import type { Database } from '../../platform/database.ts'`],
    ],
  },
  'YAML is parsed by platform/yaml.ts, which limits it, and in the listed files alone': {
    find: (sources) => {
      const parsers = new Set(sources.filter(({ text }) => parsesYaml(text)).map(({ path }) => path))
      const others = [...parsers].filter((path) => !(path in yamlParsers))
      return [...others, ...Object.keys(yamlParsers).filter((path) => !parsers.has(path))]
    },
    violations: [
      ['src/core/x.ts', `import { parse } from 'yaml'`],
      ['src/modules/pdf/x.ts', `import { LineCounter, parseDocument } from 'yaml'`],
      ['src/platform/yaml.ts', `export const listed = 'but it parses nothing'`],
    ],
  },
}
