import { readFileSync } from 'node:fs'
import { deserialize } from 'node:v8'
import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { CustomerId, DeviceId, ShiftId, UserId, Uuid } from '#shared/kernel/fields.ts'

/*
 * What the build of commit 682d00ec left behind, read from tests/fixtures/682d00ec (its README says how it was recorded).
 */

const folder = new URL('../../fixtures/682d00ec/', import.meta.url)
const unpack = (name: string): unknown => deserialize(brotliDecompressSync(readFileSync(new URL(name, folder))))

/** The embedded database at migration 0052: the statements that made it, and the rows of each table as JSON. */
const RecordedDatabase = z.object({
  schema: z.array(z.string()),
  tables: z.array(z.tuple([z.string(), z.string()])),
})

const KeyPath = z.union([z.string(), z.array(z.string())])

/** The storage of one browser. */
const RecordedProfile = z.object({
  databases: z.array(
    z.object({
      name: z.string(),
      version: z.int(),
      stores: z.array(
        z.object({
          name: z.string(),
          keyPath: KeyPath,
          autoIncrement: z.boolean(),
          indexes: z.array(
            z.object({ name: z.string(), keyPath: KeyPath, unique: z.boolean(), multiEntry: z.boolean() }),
          ),
          rows: z.array(z.unknown()),
        }),
      ),
    }),
  ),
  localStorage: z.record(z.string(), z.string()),
})

/** What is in both: ids, passwords, tokens, and how many rows each table has. */
const RecordedFacts = z.object({
  recordedAtMs: z.int(),
  school: z.string(),
  people: z.record(z.string(), z.string()),
  documents: z.object({
    submission: Uuid,
    westStudent: Uuid,
    myDraft: Uuid,
    sentDraft: z.object({ id: Uuid, link: z.string() }),
    signedToken: z.string(),
    signedStudent: Uuid,
  }),
  device: z.object({
    deviceId: DeviceId,
    installEpoch: Uuid,
    closedShiftId: ShiftId,
    openShiftId: ShiftId,
    operatorId: UserId,
    pin: z.string(),
  }),
  /** Those that are only on the till. */
  sales: z.array(z.object({ id: Uuid, receiptNo: z.string(), total: z.int() })),
  form: z.object({ sent: Uuid, unsent: Uuid, fileId: Uuid, fileSha256: z.string(), begun: Uuid }),
  consent: z.object({ token: z.string(), decisionId: Uuid }),
  face: z.object({ token: z.string(), enrolId: Uuid, customerId: CustomerId, tillEnrolled: z.array(CustomerId) }),
  offer: z.object({ token: z.string(), commandId: Uuid, studentId: Uuid, draftToken: z.string() }),
  decisions: z.object({
    userId: UserId,
    kept: z.array(Uuid),
    offerStudentId: Uuid,
    moveStudentId: Uuid,
  }),
  cash: z.object({ userId: UserId, id: Uuid, provisional: z.string(), studentId: Uuid, amount: z.int() }),
  letter: z.object({ name: z.literal('rejection'), title: z.string() }),
  lastData: z.object({ question: z.string() }),
  counts: z.record(z.string(), z.int()),
})

export type RecordedProfile = z.infer<typeof RecordedProfile>

export const recordedDatabase = () => RecordedDatabase.parse(unpack('server.v8.br'))
export const recordedProfile = () => RecordedProfile.parse(unpack('profile.v8.br'))
export const facts = RecordedFacts.parse(JSON.parse(readFileSync(new URL('facts.json', folder), 'utf8')))
