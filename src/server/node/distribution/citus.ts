import pg from 'pg'
import type { OpenedEngine } from '../open-embedded.ts'
import { StartupError } from '../startup-error.ts'

/** The owner's connection to the coordinator, and what a person at the terminal is told. */
export interface Coordinator {
  engine: OpenedEngine
  say(line: string): void
}

/** A node's address: `host:port`. */
export interface NodeAddress {
  host: string
  port: number
}

/** Reads `host:port`. @throws StartupError when it is neither */
export function readAddress(text: string): NodeAddress {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (host === undefined || port === undefined) {
    throw new StartupError('bad-setting', `"${text}" is no address of a node: host:port.`)
  }
  return { host, port: Number(port) }
}

/** Runs a query and returns its rows. */
export async function ask<Row extends pg.QueryResultRow>(
  { engine }: Coordinator,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await engine.pool.query<Row>(text, [...values])).rows
}

/** Checks that the database can be distributed. @throws StartupError that says how to get Citus */
export async function requireCitus(coordinator: Coordinator): Promise<void> {
  const { where } = coordinator.engine
  const [found] = await ask<{ installed: string | null }>(
    coordinator,
    `select installed_version as installed from pg_available_extensions where name = 'citus'`,
  )
  if (typeof found?.installed === 'string') return
  throw new StartupError(
    'bad-setting',
    found
      ? `Citus is installed at ${where} but not in this database: run "create extension citus" in it, here and on each node.`
      : `The PostgreSQL at ${where} has no Citus: build its release 13.2 from https://github.com/citusdata/citus, here and on each node, and add citus to shared_preload_libraries.`,
  )
}

/** Escapes a value for a statement that takes no parameters. */
export const literal = (value: string) => pg.escapeLiteral(value)
