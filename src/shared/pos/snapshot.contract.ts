// chunk: till-calls
import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, DeviceId, Instant, Language, Minor, UserId, Uuid } from '#shared/kernel/fields.ts'
import { TaxCode } from '#shared/school/tax-code.contract.ts'
import { Till } from '#shared/sync/device.contract.ts'
import { ServerState } from '#shared/sync/server-state.contract.ts'
import { TillLimit } from './approvals/till-limit.contract.ts'
import { Category, Item, ModifierGroup } from './catalogue.contract.ts'
import { Balance, Customer } from './customer.contract.ts'

/** What a till must know to work alone. Small, so it comes whole with every pull. */
export const TillSettings = z.object({
  till: Till,
  epoch: z.int(),
  school: Bilingual,
  currency: Currency,
  timeZone: z.string(),
  cutoverMinute: z.int(),
  language: Language,
  priceListVersion: z.int(),
  taxCodes: z.array(TaxCode),
  /** The smallest coin in minor units; 1 means no cash rounding. */
  cashIncrement: z.int().min(1),
  /** By how much counted and expected cash may differ without a reason; absent: `usualCashTolerance`. */
  cashTolerance: Minor.optional(),
  receiptHeader: Bilingual,
  receiptFooter: Bilingual,
  /** What one account may spend on this till without contact: at most this, and never more than its own funds. */
  offlineAllowance: Minor,
  /** Items that stand first on this till, in their order, and the name of that group. */
  favourites: z.object({ name: Bilingual, itemIds: z.array(z.string()) }).optional(),
  /** Limits that the school has set for roles, for people and for this till. */
  limits: z.array(TillLimit).optional(),
  /** Roles of `limitRoles`, people, and this till, to whom balances of accounts are not shown. */
  balanceHiddenFrom: z.array(z.string()).optional(),
  /** What the school forbids and bounds for everybody (`SchoolSpending`), read where it is judged. */
  spending: z.unknown().optional(),
})
export type TillSettings = z.infer<typeof TillSettings>

/** `[version, id]` of the last row received, per table; absent at the first pull. */
const Cursor = z.tuple([z.int(), z.string()])
export const Cursors = z.object({
  categories: Cursor.optional(),
  modifierGroups: Cursor.optional(),
  items: Cursor.optional(),
  customers: Cursor.optional(),
  balances: Cursor.optional(),
})
export type Cursors = z.infer<typeof Cursors>

/** Names a state of the server's data, as HTTP's entity tags do: while it stays the same, nothing has changed. Absent from older servers. */
const Etag = z.string().max(80).optional()
const Etags = z.object({
  /** Of everything that a pull brings; with the last page only. */
  etag: Etag,
  /** Of the faces and PINs that `pullGallery` brings. */
  galleryEtag: Etag,
})

export const SnapshotPage = z.object({
  serverTime: Instant,
  settings: TillSettings,
  /** Whole with every pull: who may work at this till now. A PIN of anybody else is forgotten on the device. */
  operators: z.array(UserId),
  /** Of those with a new password since: PINs from an earlier epoch (`SignedInUser.pinEpoch`) are forgotten as well. */
  pinEpochs: z.record(z.string(), z.int()).optional(),
  /** Those of `operators` who may approve what others do. */
  supervisors: z.array(UserId).optional(),
  categories: z.array(Category),
  modifierGroups: z.array(ModifierGroup),
  items: z.array(Item),
  customers: z.array(Customer),
  balances: z.array(Balance),
  cursors: Cursors,
  /** True while another page is waiting. */
  more: z.boolean(),
  /** Everything up to this version is contained once `more` is false. */
  serverVersion: z.int(),
  /**
   * Per stream of this life of the device: the number up to which its operations are contained. So an operation whose
   * answer got lost is not counted twice.
   */
  received: z.record(z.string(), z.int()).default({}),
  /** Absent from servers older than generations. */
  server: ServerState.optional(),
  ...Etags.shape,
})
export type SnapshotPage = z.infer<typeof SnapshotPage>

/** Answer to a device that has everything: nothing has changed since the entity tag that it named. */
export const UnchangedSnapshot = SnapshotPage.pick({ serverTime: true, received: true, server: true }).extend({
  unchanged: z.literal(true),
  ...Etags.shape,
})
export type UnchangedSnapshot = z.infer<typeof UnchangedSnapshot>

export const pullSnapshot = endpoint({
  method: 'post',
  path: '/sync/pull',
  audience: 'device',
  body: z.object({
    deviceId: DeviceId,
    installEpoch: Uuid,
    cursors: Cursors,
    /** Generation of the server that the cursors are from, where the device knows it. */
    generation: Uuid.optional(),
    /** Of the last pull that this device has taken whole: where it still holds, the answer is that nothing has changed. */
    etag: Etag,
  }),
  reply: z.union([SnapshotPage, UnchangedSnapshot]),
})
