import { sql } from 'drizzle-orm'
import type { ReadWithDevice } from '#server/http/services.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { hourMs } from '#shared/kernel/time.ts'

/**
 * Returns the entity tag of what `pullGalleryPage` answers a device, as text of SQL beside the school `s` and the row of `devices`. Consents
 * and ages that a day changes count from the next hour on. Without faces there is little to compare, whatever the number of pupils.
 */
export const galleryEtag =
  ({ settings, keyRing }: Pick<Deps, 'settings' | 'keyRing'>): ReadWithDevice =>
  ({ nowMs, schoolId }) =>
    sql`(
    select md5(jsonb_build_array(
      ${settings.release ?? ''}::text, ${keyRing?.newest.id ?? ''}::text, ${Math.floor(nowMs / hourMs)}::bigint, devices.till_id, to_jsonb(s),
      (select jsonb_build_array(t.kind, t.site_id) from tills t where t.school_id = ${schoolId} and t.id = devices.till_id),
      to_jsonb(f) - 'seal_private' - 'key_root',
      (select jsonb_build_array(count(*), max(p.version)) from face_pins p where p.school_id = ${schoolId}),
      case when f.is_on then jsonb_build_array(
        (select jsonb_build_array(count(*), max(c.version)) from customers c where c.school_id = ${schoolId}),
        (select jsonb_build_array(count(*), count(*) filter (where e.is_ready), max(e.version))
          from face_templates e where e.school_id = ${schoolId}),
        (select count(*) from consent_acts a where a.school_id = ${schoolId} and a.counts),
        (select count(r.customer_id) from consent_requests r where r.school_id = ${schoolId}),
        (select count(*) from face_objections o where o.school_id = ${schoolId}),
        (select count(*) from face_assessments q where q.school_id = ${schoolId})) end
    )::text)
    from (select) one left join face_settings f on f.school_id = ${schoolId})`
