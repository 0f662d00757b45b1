import { describe, expect, it } from 'vitest'
import { readMigrations } from '#server/node/migrations.ts'
import { kindOf } from './migration.ts'
import { checkMigration, largeTables } from './migration-rules.ts'

const problemsOf = (sql: string) => checkMigration({ name: '9000_change.sql', sql })
const [baseline, ...later] = readMigrations()

describe('the migrations folder', () => {
  it('begins with its only baseline', () => {
    expect([baseline, ...later].map((migration) => migration && kindOf(migration)).lastIndexOf('baseline')).toBe(0)
  })

  it.each(later)('$name does what its kind allows', (migration) => {
    expect(checkMigration(migration)).toEqual([])
  })

  it.each(largeTables)('has the table %s', (table) => {
    expect(baseline?.sql).toContain(`CREATE TABLE "${table}" (`)
  })
})

describe('an expand migration', () => {
  it.each([
    'CREATE TABLE "sales" ("id" uuid NOT NULL);--> statement-breakpoint\nCREATE INDEX "x" ON "sales" USING btree ("id");',
    'ALTER TABLE "sales" ADD COLUMN "note" text;',
    `ALTER TABLE "sales" ADD COLUMN "drop_note" text DEFAULT '' NOT NULL;`,
    'ALTER TABLE "sales" ALTER COLUMN "note" DROP NOT NULL;',
    'ALTER TABLE "students" DROP CONSTRAINT "students_status_check";',
    `ALTER TABLE "students" ADD CONSTRAINT "students_status_check" CHECK ("status" in ('new'));`,
    'ALTER TABLE "sales" ADD CONSTRAINT "sales_net_check" CHECK (net > 0) NOT VALID;',
    'CREATE UNIQUE INDEX "x" ON "students" USING btree ("id");',
    '-- a column is dropped later\nALTER TABLE "sales" ADD COLUMN "at" timestamptz DEFAULT now() NOT NULL;',
  ])('may run %j', (statement) => {
    expect(problemsOf(`-- expand: a change\n${statement}`)).toEqual([])
  })

  it.each([
    ['ALTER TABLE "sales" DROP COLUMN "note";', /^drops/],
    ['DROP TABLE "sales" CASCADE;', /^drops/],
    ['DROP INDEX "sales_key";', /^drops/],
    ['ALTER TABLE "sales" DROP CONSTRAINT "sales_school_id_id_pk";', /^drops/],
    ['ALTER TABLE "sales" ALTER COLUMN "note" DROP DEFAULT;', /^drops/],
    ['ALTER TABLE "sales" RENAME COLUMN "note" TO "words";', /^renames/],
    ['ALTER TABLE "sales" ALTER COLUMN "net" SET DATA TYPE numeric;', /^changes the type/],
    ['alter table sales alter net type numeric', /^changes the type/],
    ['ALTER TABLE "sales" ALTER COLUMN "note" SET NOT NULL;', /^makes a column not null/],
    ['ALTER TABLE "sales" ADD COLUMN "note" text NOT NULL;', /no default/],
    [`ALTER TABLE "sales" ADD COLUMN "a" text DEFAULT '', ADD COLUMN "b" text NOT NULL;`, /no default/],
    ['ALTER TABLE "sales" ADD COLUMN "no" bigserial;', /rewrites its table/],
    ['ALTER TABLE "sales" ADD COLUMN "no" uuid DEFAULT gen_random_uuid() NOT NULL;', /rewrites its table/],
    [`UPDATE "sales" SET "note" = '';`, /^changes rows/],
    ['CREATE INDEX "x" ON "sales" USING btree ("note");', /^holds up every writer/],
    ['CREATE INDEX CONCURRENTLY "x" ON "sales" USING btree ("note");', /^runs in a transaction/],
    ['ALTER TABLE "sales" ADD CONSTRAINT "x" CHECK (net > 0);', /^reads a large table/],
  ])('may not run %j', (statement, sentence) => {
    expect(problemsOf(`-- expand: a change\n${statement}`)).toEqual([expect.stringMatching(sentence)])
  })
})

describe('a background migration', () => {
  it.each([
    `UPDATE sales SET note = '' WHERE id IN (SELECT id FROM sales WHERE note IS NULL LIMIT 500) RETURNING 1`,
    'CREATE INDEX CONCURRENTLY "x" ON "sales" USING btree ("note");',
    'ALTER TABLE "sales" VALIDATE CONSTRAINT "sales_net_check";',
  ])('may run %j', (statement) => {
    expect(problemsOf(`-- background: a change\n${statement}`)).toEqual([])
  })

  it.each([
    `UPDATE sales SET note = ''`,
    'ALTER TABLE "sales" ADD COLUMN "note" text;',
    'CREATE INDEX "x" ON "sales" ("note");',
  ])('may not run %j', (statement) => {
    expect(problemsOf(`-- background: a change\n${statement}`)).toEqual([expect.stringMatching(/^can not be repeated/)])
  })
})

describe('a contract migration', () => {
  it('may drop, but not be concurrent', () => {
    expect(problemsOf('-- contract: a change\nALTER TABLE "sales" DROP COLUMN "note";')).toEqual([])
    expect(problemsOf('-- contract: a change\nDROP INDEX CONCURRENTLY "x";')).toEqual([
      expect.stringMatching(/^runs in a transaction/),
    ])
  })
})

it.each([
  'create table x ()',
  '-- adds a table\ncreate table x ()',
  '\n-- expand: late',
  '-- expand: \ncreate table x ()',
])('a file that begins with %j is refused', (text) => {
  expect(problemsOf(text)).toHaveLength(1)
})
