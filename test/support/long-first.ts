import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that start hundreds of processes. A new worker starts one in less time than one that has grown,
 * because the system copies the tables of its memory.
 */
const starting = [
  'test/git/connection.test.ts',
  'test/git/statements.test.ts',
  'test/git/export.test.ts',
  'test/git/import.test.ts',
  'test/git/bad-input.test.ts',
  'test/git/git.api.test.ts',
  'test/git/published.test.ts',
  'test/merge/text.test.ts',
]

/**
 * The test files that take longest. Vitest knows durations only from an earlier run, which a new checkout does not
 * have.
 */
const long = [
  'test/architecture/adding-a-resource.test.ts',
  'test/process/embedded-postgres.test.ts',
  'test/access/matrix.test.ts',
  'test/access/crawl.test.ts',
  'test/access/permissions.test.ts',
  'test/content/answers.api.test.ts',
  'test/content/content.api.test.ts',
  'test/access/repeated.test.ts',
  'test/openapi-specs/processing.test.ts',
  'test/links/links.test.ts',
  'test/comments/pages.api.test.ts',
  'test/platform/database.test.ts',
  'test/live/resume.test.ts',
  'test/comments/about-pages.api.test.ts',
  'test/pdf/pdf.test.ts',
  'test/clients/codegen.test.ts',
  'test/pdf/pdf-thread.test.ts',
  'test/platform/migrate.test.ts',
  'test/access/live.test.ts',
  'test/access/scope-fields.test.ts',
]

const first = [...starting, ...long]

/** Starts the longest test files early, so that no worker is still busy when the others have finished. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const at = first.indexOf(relative(this.ctx.config.root, moduleId))
      return at === -1 ? first.length : at
    }
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => placeOf(one) - placeOf(other))
  }
}
