import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ReadWithDevice } from '#server/http/services.ts'
import { textList } from '#server/kernel/sql-values.ts'
import { permissions } from '#shared/kernel/roles.ts'

/** What is read with the device that pulls: whether anything has changed for it, and what is received of its streams. */
const BesideDevice = z.object({
  etag: z.string(),
  galleryEtag: z.string().nullable(),
  received: z.array(z.object({ installEpoch: z.string(), stream: z.string(), lastSeq: z.coerce.number() })),
})

interface PullState {
  etag: string
  galleryEtag?: string | undefined
  /** Per stream of this life of the device. */
  received: Record<string, number>
}

/** Takes apart what `readEtags` has read. @throws ZodError when the route did not ask for it */
export function pullStateOf(beside: unknown, installEpoch: string): PullState {
  const { etag, galleryEtag, received } = BesideDevice.parse(beside)
  const ofLife = received.filter((each) => each.installEpoch === installEpoch)
  return {
    etag,
    ...(galleryEtag !== null && { galleryEtag }),
    received: Object.fromEntries(ofLife.map(({ stream, lastSeq }) => [stream, lastSeq])),
  }
}

/**
 * Reads the entity tags of a device's pull in the statement that looks the device up. Everything that `pullPage` answers from is in it:
 * rows with versions by the school's version, the rest whole. A table that `pullPage` reads in addition must be added here.
 */
export const readEtags =
  (release: string | undefined, galleryEtag: ReadWithDevice): ReadWithDevice =>
  (at) =>
    sql`(
      select jsonb_build_object('etag', ${etagOf(release, at)}, 'galleryEtag', ${galleryEtag(at)}, 'received', (
        select coalesce(jsonb_agg(jsonb_build_object('installEpoch', t.install_epoch, 'stream', t.stream, 'lastSeq', t.last_seq)), '[]')
        from sync_streams t where t.school_id = ${at.schoolId} and t.device_id = devices.id))
      from schools s where s.school_id = ${at.schoolId})`

/** Prices and stock count by the business day; it is compared with days as text. */
const today = (nowMs: number): SQL =>
  sql`((to_timestamp(${nowMs}::float8 / 1000) at time zone s.time_zone) - make_interval(mins => s.cutover_minute))::date::text`

const etagOf = (
  release: string | undefined,
  { nowMs, schoolId }: { nowMs: number; schoolId: string },
): SQL => sql`md5(jsonb_build_array(
  ${release ?? ''}::text, devices.till_id, devices.epoch, ${today(nowMs)}, to_jsonb(s),
  (select v.version from school_versions v where v.school_id = ${schoolId}),
  (select jsonb_build_array(to_jsonb(t), to_jsonb(p)) from tills t join sites p on p.school_id = t.school_id and p.id = t.site_id
    where t.school_id = ${schoolId} and t.id = devices.till_id),
  (select to_jsonb(f) from till_favourites f where f.school_id = ${schoolId} and f.till_id = devices.till_id),
  (select max(l.version) from till_limit_editions l where l.school_id = ${schoolId}),
  (select jsonb_agg(to_jsonb(r) order by r.id) from spending_rules r
    where r.school_id = ${schoolId} and r.customer_id is null and r.ended_at is null),
  (select c.pack from food_pack_choices c where c.school_id = ${schoolId} order by c.chosen_at desc limit 1),
  (select jsonb_agg(i.item_id order by i.item_id) from stock_items i
    where i.school_id = ${schoolId} and i.is_tracked and i.good_until < ${today(nowMs)}),
  exists(select from item_prices n where n.school_id = ${schoolId} and n.valid_from <= ${today(nowMs)}),
  (select jsonb_agg(jsonb_build_array(u.id, u.pin_epoch, u.roles) order by u.id) from users u
    where u.school_id = ${schoolId} and u.disabled_at is null and u.roles && ${textList(permissions['till.operate'])})
)::text)`
