import { globSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { commands } from '#shared/commands.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { pullSnapshot, SnapshotPage, UnchangedSnapshot } from '#shared/pos/snapshot.contract.ts'
import type { ApiSchema } from '#shared/programs/api-document.types.ts'
import { pairDevice } from '#shared/sync/device.contract.ts'
import { endpoints, nameOf } from '#tests/support/checks/endpoints.ts'

/*
 * What the app of one release sends and reads without anybody who could reload it: calls of paired devices and of families' browsers,
 * and the operations in their outboxes. Kept for each release in tests/fixtures/device-contracts.
 */

export interface DeviceContract {
  /** Body by kind of operation. */
  commands: Record<string, ApiSchema>
  /** By name of the call: what it sends, and what of an answer it takes. */
  calls: Record<string, { sent: ApiSchema; read: ApiSchema }>
}

export const contractFolder = new URL('../../fixtures/device-contracts/', import.meta.url)

/** Contracts of earlier releases, with their names. */
export const keptContracts = (): [string, DeviceContract][] =>
  globSync('*.json', { cwd: contractFolder })
    .toSorted()
    .map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(new URL(name, contractFolder), 'utf8')) as DeviceContract,
    ])

const asSchema = (schema: z.ZodType, io: 'input' | 'output'): ApiSchema => {
  const { $schema: _of, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return converted
}

const isOfDevices = (endpoint: Endpoint): boolean =>
  endpoint.audience === 'device' || endpoint.audience === 'sender' || endpoint === pairDevice

/** Answers by name. That nothing has changed is said only to devices that name an entity tag, which the first ones do not. */
const answersOf = (endpoint: Endpoint): (readonly [string, z.ZodType])[] =>
  endpoint === pullSnapshot
    ? [
        [nameOf(endpoint), SnapshotPage],
        [`${nameOf(endpoint)} with an entity tag`, UnchangedSnapshot],
      ]
    : [[nameOf(endpoint), endpoint.reply]]

const mapOf = <T>(pairs: (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Contract of this release: with `replies: 'read'` what its app takes, with `'written'` what its server writes. */
export function deviceContract(replies: 'read' | 'written'): DeviceContract {
  const io = replies === 'read' ? 'input' : 'output'
  return {
    commands: mapOf(Object.entries(commands).map(([kind, { body }]) => [kind, asSchema(body, 'input')])),
    calls: mapOf(
      endpoints.filter(isOfDevices).flatMap((each) => {
        const sent = asSchema(each.body, 'input')
        return answersOf(each).map(([name, answer]) => [name, { sent, read: asSchema(answer, io) }] as const)
      }),
    ),
  }
}
