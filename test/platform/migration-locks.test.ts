import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { locksIn } from '../../src/platform/migrate/locks.ts'
import { projectRoot } from '../../src/platform/project-root.ts'

/** Migrations up to this one were written before there was a release that could be serving. */
const BEFORE_THE_FIRST_RELEASE = '20261116120000'

const folder = join(projectRoot, 'prisma/migrations')
const later = readdirSync(folder).filter((name) => /^\d/.test(name) && name > BEFORE_THE_FIRST_RELEASE)

describe('a migration', () => {
  it('of a later release locks no large table and removes nothing that is in use', () => {
    for (const name of later) {
      expect(locksIn(readFileSync(join(folder, name, 'migration.sql'), 'utf8')), name).toEqual([])
    }
  })

  it.each([
    ['ALTER TABLE "Comment" ADD COLUMN "x" TEXT NOT NULL;', /required column/],
    ['ALTER TABLE "Comment" ALTER COLUMN "x" SET DATA TYPE BIGINT;', /rewrites/],
    ['ALTER TABLE "Comment" ALTER COLUMN "x" SET NOT NULL;', /whole table/],
    ['ALTER TABLE "Comment" ADD CONSTRAINT "c" FOREIGN KEY ("x") REFERENCES "User"("id");', /NOT VALID/],
    ['CREATE UNIQUE INDEX "i" ON "Comment"("x");', /writers wait/],
    ['ALTER TABLE "Comment" DROP COLUMN "x";', /one release later/],
    ['ALTER TABLE "Comment" RENAME COLUMN "x" TO "y";', /one release later/],
    ['DROP TABLE "Comment";', /one release later/],
    ['UPDATE "Comment" SET "x" = 1;', /batches/],
  ])('is refused for %s', (script, problem) => {
    expect(locksIn(script)).toEqual([expect.stringMatching(problem)])
  })

  it.each([
    'ALTER TABLE "Comment" ADD COLUMN "x" TEXT;',
    'ALTER TABLE "Comment" ADD COLUMN "x" INTEGER NOT NULL DEFAULT 0;',
    'CREATE TABLE "New" ("id" TEXT);\nCREATE INDEX "i" ON "New"("id");\nALTER TABLE "New" ADD CONSTRAINT "c" FOREIGN KEY ("id") REFERENCES "User"("id");',
    'ALTER TABLE "Comment" ADD CONSTRAINT "c" CHECK ("x" > 0) NOT VALID;',
    '-- locks: at most one row\nUPDATE "InstanceKey" SET "key" = NULL;',
  ])('is accepted for %s', (script) => {
    expect(locksIn(script)).toEqual([])
  })
})
