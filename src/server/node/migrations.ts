import { readdirSync, readFileSync } from 'node:fs'
import type { Migration } from '#server/db/migration.ts'

const folder = new URL('../db/migrations/', import.meta.url)

/** Reads the migrations folder. */
export const readMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))
