import { writeFileSync } from 'node:fs'
import pg from 'pg'
import type ts from 'typescript'
import { planFor } from '../../../src/core/lists/list.ts'
import { creating, type NewRow } from '../../../src/platform/statements/creating.ts'
import type { Statement } from '../../../src/platform/statements/statement.ts'
import { Random } from '../../attack/random.ts'
import { type CallSite, findCallSites } from './call-sites.ts'
import { type Creation, findCreations } from './creations.ts'
import { type AnyList, type Declared, DeclaredTypes, isShaped, loadDeclarations } from './declarations.ts'
import { Describer } from './described.ts'
import { findEscapes } from './escapes.ts'
import { valuesOf } from './filter-samples.ts'
import { findRaw, type RawStatement } from './raw-statements.ts'
import { RowTypes } from './row-types.ts'
import { sampledColumns, valueFor } from './sampler.ts'
import { compileSources, placeOf } from './sources.ts'

// Prepares the SQL of all sources, and writes what is wrong with it to a file. A program of its own, started by
// sql-contract.test.ts: it has to see how the sources are loaded, and those of a test are loaded before it starts.

/** What is wrong with a statement. */
export interface Checked {
  readonly name: string
  readonly problems: readonly string[]
}

export interface Report {
  readonly escapes: readonly string[]
  readonly unseen: readonly string[]
  readonly composedTexts: readonly string[]
  readonly statements: readonly Checked[]
  readonly creations: readonly Checked[]
  readonly lists: readonly Checked[]
  readonly raw: readonly Checked[]
  readonly callSites: readonly Checked[]
  /** What is wrong with statements after a column was renamed. */
  readonly renamed: readonly string[]
}

const BOTH = [false, true] as const
const FLAGS = BOTH.flatMap((descending) =>
  BOTH.flatMap((after) => BOTH.map((before) => ({ descending, after, before }))),
)
const TEXT_COLUMN = { type: 'String', labels: ['a'] } as const

/** What PostgreSQL says about SQL that it cannot prepare. */
const failure = (error: unknown): string => (error as Error).message

class Check {
  readonly #describer: Describer
  readonly #checker: ts.TypeChecker
  readonly #types: DeclaredTypes
  readonly #rows: RowTypes

  constructor(describer: Describer, checker: ts.TypeChecker) {
    this.#describer = describer
    this.#checker = checker
    this.#types = new DeclaredTypes(checker)
    this.#rows = new RowTypes(checker, describer.types)
  }

  async statement(declared: Declared<Statement>): Promise<string[]> {
    const { name, text, likePrisma } = declared.thing
    const row = this.#types.rowOf(declared)
    if (!row) return [`The row type of ${name} is not known: write the type arguments where it is declared.`]
    try {
      const found = await this.#describer.describe(text)
      return this.#rows.problems(found, row, { likePrisma, isShaped: isShaped(declared) })
    } catch (error) {
      return [`${name} cannot be prepared: ${failure(error)}`]
    }
  }

  async creation({ model, columns, read }: Creation): Promise<string[]> {
    if (!read) return ['The loader is not known: name it where the row is created.']
    const known = sampledColumns(model[0]?.toLowerCase() + model.slice(1), new Map())
    const values = columns.map((name) => [name, valueFor(new Random(1), known[name] ?? TEXT_COLUMN)])
    const row = Object.fromEntries(values) as NewRow<typeof model>
    const { statement } = creating(model, row, read.thing, [['id'], 'viewer'])
    return this.statement({ ...read, thing: statement })
  }

  async list(declared: Declared<AnyList>): Promise<string[]> {
    const list = declared.thing
    const found = this.#types.typesOfList(declared)
    if (!found)
      return [`The types of ${list.name} are not known: write the type arguments where it is defined.`]
    const problems = new Set<string>()
    const reading = { likePrisma: false, isShaped: list.shape !== undefined }
    const conditions = new Map(
      valuesOf(this.#checker, found.filters).map((filters) => {
        const each = list.conditions?.(filters as never) ?? []
        return [each.map(({ sql }) => sql).join(), each]
      }),
    )
    for (const [filter, each] of conditions) {
      for (const flags of FLAGS) {
        const { statement, count } = planFor(list, each, flags)
        try {
          const { columns, parameters } = await this.#describer.describe(statement.text)
          const own = columns.filter(({ name }) => name !== 'parentOrdinal')
          for (const problem of this.#rows.problems({ columns: own, parameters }, found.row, reading))
            problems.add(problem)
          await this.#describer.describe(count.text)
        } catch (error) {
          problems.add(`${list.name} with ${filter || 'no filter'} cannot be prepared: ${failure(error)}`)
        }
      }
    }
    return [...problems]
  }

  async raw({ texts = [], row, values = [], likePrisma }: RawStatement): Promise<string[]> {
    const problems: string[] = []
    for (const text of texts) {
      try {
        const found = await this.#describer.describe(text)
        const reading = { likePrisma, isShaped: false }
        if (row) problems.push(...this.#rows.problems(found, { type: row, parameters: new Map() }, reading))
        problems.push(...this.#parameters(found.parameters, values))
      } catch (error) {
        problems.push(`It cannot be prepared: ${failure(error)}`)
      }
    }
    return problems
  }

  async callSite({ statements, values, isComplete }: CallSite): Promise<string[]> {
    const problems: string[] = []
    for (const { name, text } of statements) {
      const { parameters } = await this.#describer.describe(text)
      problems.push(...this.#parameters(parameters, values).map((problem) => `${name}: ${problem}`))
      if (isComplete && values.length !== parameters.length)
        problems.push(`${name} has ${parameters.length} parameters, and gets ${values.length} values.`)
    }
    return problems
  }

  #parameters(parameters: readonly number[], values: readonly ts.Expression[]): string[] {
    return values.flatMap((value, index) => {
      const parameter = parameters[index]
      const problem =
        parameter && this.#rows.parameterProblem(parameter, this.#checker.getTypeAtLocation(value))
      return problem ? [`The parameter $${index + 1} ${problem}.`] : []
    })
  }
}

async function report(url: string, renamedUrl: string): Promise<Report> {
  const sources = compileSources()
  const { statements, lists, sites } = await loadDeclarations(sources)
  const raw = findRaw(sources)
  const describer = await Describer.on(url)
  const check = new Check(describer, sources.checker)
  const all = async <Thing>(
    things: readonly Thing[],
    nameOf: (thing: Thing) => string,
    problemsOf: (thing: Thing) => Promise<string[]>,
  ) => {
    const checked: Checked[] = []
    for (const thing of things) checked.push({ name: nameOf(thing), problems: await problemsOf(thing) })
    return checked
  }
  const nameOf = ({ thing }: Declared<{ name: string }>) => thing.name
  const seen = new Set([...statements, ...lists].flatMap(({ calls }) => calls))
  const sent = findCallSites(sources, statements).filter((site) => site.statements.length > 0)
  const placed = ({ place }: { place: string }) => place
  const checked: Report = {
    escapes: findEscapes(sources),
    unseen: sites.filter((site) => !seen.has(site)).map(placeOf),
    composedTexts: raw.flatMap(({ texts, place }) => (texts ? [] : [place.split(':')[0] ?? ''])),
    statements: await all(statements, nameOf, (each) => check.statement(each)),
    creations: await all(findCreations(sources, statements), placed, (each) => check.creation(each)),
    lists: await all(lists, nameOf, (each) => check.list(each)),
    raw: await all(
      raw.filter(({ texts }) => texts),
      placed,
      (each) => check.raw(each),
    ),
    callSites: await all(sent, placed, (each) => check.callSite(each)),
    renamed: await renamedProblems(renamedUrl, sources.checker, statements),
  }
  await describer.close()
  return checked
}

/** Renames a column, and returns what is wrong then. */
async function renamedProblems(
  url: string,
  checker: ts.TypeChecker,
  statements: readonly Declared<Statement>[],
) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('ALTER TABLE "Comment" RENAME COLUMN "markdown" TO "text"')
  await client.end()
  const describer = await Describer.on(url)
  const check = new Check(describer, checker)
  const problems: string[] = []
  for (const declared of statements) problems.push(...(await check.statement(declared)))
  await describer.close()
  return problems
}

const [url = '', renamedUrl = '', path = ''] = process.argv.slice(2)
writeFileSync(path, JSON.stringify(await report(url, renamedUrl)))
// Modules may have timers.
process.exit()
