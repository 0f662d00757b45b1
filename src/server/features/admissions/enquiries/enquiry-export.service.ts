import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { EnquiryFilter } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { enquiryRow } from './enquiry.view.ts'
import { enquiryAt, findEnquiries } from './enquiry-query.service.ts'

/** Exports enquiries: who asked about whom, how far they have come and from where; never what was written. */
export async function exportEnquiries(
  ctx: SessionCtx,
  filter: EnquiryFilter,
  how: ExportHow<'enquiries'>,
): Promise<FileReply> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const at = await ctx.tenant((tx) => enquiryAt(tx, schoolId, nowMs))
  // The owner is in no column.
  const people = new Map()
  type Found = Awaited<ReturnType<typeof findEnquiries>>[number]
  return exportList(ctx, 'enquiries', how, {
    pages: (tx) =>
      allPages((last: Found | undefined, limit) =>
        findEnquiries(tx, at, { filter, sort: 'newest', after: last && { key: last.key, id: last.id }, limit }),
      ),
    cells: (stored, voice) => {
      const row = enquiryRow(stored, at, people)
      const names = row.children.map(({ nameLatin, nameArabic }) => nameLatin ?? nameArabic ?? '')
      return {
        at: voice.moment(row.receivedAt),
        reference: formatReference(row.reference),
        about: voice.listed(names.filter((name) => name !== '')),
        sender: row.contact,
        grade: voice.listed(row.children.flatMap(({ grade }) => grade ?? [])),
        status: voice.word('enquiries.status', row.status),
        lostReason: row.lostReason === null ? null : voice.word('enquiries.reason', row.lostReason),
        source: row.source === null ? null : voice.word('enquiries.source', row.source),
        nextOn: row.nextOn,
        firstAnswered: row.firstAnsweredAt === null ? null : voice.moment(row.firstAnsweredAt),
        language: voice.word('submissions.language', row.language),
      }
    },
  })
}
