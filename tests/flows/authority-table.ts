import type { Role } from '#shared/rules/roles.ts'

/**
 * Who may make which call, written a second time on purpose and role by role, so that a permission that grows is seen here.
 * `open` anybody who names a school · `common` anybody · `device` a paired device that signs · `sender` the same, or a
 * visitor's browser · else a signed-in person: `desk` says with which roles at a desk, `till` with which ones in the session
 * of a till (which only operators, supervisors and administrators can open). Whoever has several may what each of them may.
 */
export type Authority = 'open' | 'common' | 'device' | 'sender' | Staff
interface Staff {
  readonly desk: readonly Role[] | 'everybody'
  readonly till: readonly Role[] | 'everybody'
}

const atDesk = (...desk: readonly Role[]): Staff => ({ desk, till: [] })
const anywhere = (...both: readonly Role[]): Staff => ({ desk: both, till: both })

/** A person's own things, or nothing that anybody could want: the account decides. */
const everybody: Staff = { desk: 'everybody', till: 'everybody' }
/** The own account, which nobody opens at a till. */
const everybodyAtDesk: Staff = { desk: 'everybody', till: [] }
const admins = atDesk('admin')
const heads = atDesk('head', 'admin')
const formEditors = atDesk('registrar', 'admin')
const admission = atDesk('admission-officer', 'registrar', 'admin')
const admissionReaders = atDesk('admission-officer', 'registrar', 'head', 'admin')
const studentReaders = atDesk('admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin')
const studentDeciders = atDesk('admission-officer', 'registrar', 'head', 'finance', 'admin')
const documentReaders = atDesk('admission-officer', 'registrar', 'head', 'auditor', 'admin')
const deviceKeepers = atDesk('supervisor', 'it', 'admin')
const deviceReaders = anywhere('supervisor', 'it', 'admin', 'finance')
const sellers = anywhere('operator', 'supervisor', 'finance', 'head', 'admin')
const faceReaders = atDesk('supervisor', 'registrar', 'head', 'admin')
const faceRegistrars = anywhere('supervisor', 'registrar', 'admin')
const chargeDeciders = anywhere('supervisor', 'finance', 'admin')
const accountKeepers = atDesk('supervisor', 'finance', 'admin')
const supervisors = anywhere('supervisor', 'admin')

export const authority: Readonly<Record<string, Authority>> = {
  'get /common/schools': 'common',
  'get /public/info': 'open',
  'get /public/school_details': 'open',
  'get /public/challenge': 'open',
  'post /public/visitor': 'open',

  'post /auth/login': 'open',
  'post /auth/login-pos': 'open',
  'post /auth/sign-out': 'open',
  'post /auth/register': 'open',
  'post /auth/register_user': 'open',
  'post /auth/verify-email': 'open',
  'post /auth/resend-verify-email': 'open',
  'post /auth/forget-password': 'open',
  'post /auth/reset-password': 'open',
  'post /auth/auth-otp': 'open',
  'post /auth/resend-auth-otp': 'open',
  'post /auth/verify-auth-otp': 'open',
  'get /auth/validate-schoolid': 'open',
  'post /access/check': everybody,
  'get /profile': everybodyAtDesk,
  'post /profile/save': everybodyAtDesk,
  'post /profile/password': everybodyAtDesk,
  'post /profile/sign-out-elsewhere': everybodyAtDesk,
  'post /search': studentReaders,
  'get /staff/people_list': admins,
  'post /staff/person_invite': admins,
  'post /staff/person_invite_again': admins,
  'post /staff/person_roles': admins,
  'post /staff/person_disable': admins,
  'post /audit/audit_list': atDesk('auditor', 'head', 'admin'),
  'get /mails/list': atDesk('it', 'admin'),

  'post /sync/ops': 'sender',
  'post /sync/pull': 'device',
  'post /devices/pair': 'open',
  'get /devices/tills': deviceReaders,
  'get /devices/list': deviceReaders,
  'post /devices/pairing_code': deviceKeepers,
  'post /devices/revoke': deviceKeepers,
  'post /devices/handle_alert': supervisors,
  'get /pos/transactions': sellers,
  'get /pos/shifts': sellers,
  'get /faces/picture': faceReaders,
  'get /accounts/holders': accountKeepers,
  'get /accounts/statement': accountKeepers,
  'post /accounts/entitlement': accountKeepers,
  'post /accounts/card': accountKeepers,
  'get /pos/shift_report': anywhere('supervisor', 'finance', 'head', 'admin'),

  'get /public/forms': 'open',
  'get /public/form': 'open',
  'post /forms/chunk': 'sender',
  'post /forms/states': 'sender',
  'post /forms/draft': 'open',
  'post /forms/draft/open': 'open',
  'get /forms/my-drafts': everybody,
  'get /forms/my-draft': everybody,
  'post /forms/my-draft': everybody,
  'post /forms/my-draft/drop': everybody,
  'get /forms/submissions': admissionReaders,
  'get /forms/submission': admissionReaders,
  'get /forms/file': admissionReaders,
  'get /forms/edits': formEditors,
  'get /forms/edit': formEditors,
  'post /forms/edit': formEditors,
  'post /forms/edit/discard': formEditors,
  'post /forms/new': formEditors,
  'get /forms/versions': formEditors,
  'get /forms/edit/effect': formEditors,
  'post /forms/edit/publish': formEditors,

  'get /people/of-submission': admissionReaders,
  'post /people/decide': admission,
  'post /people/undo': admission,
  'post /student/student_list': studentReaders,
  'post /student/student_data': studentReaders,
  'get /student/filters': studentReaders,
  'post /student/filters': studentDeciders,
  'post /student/filters/drop': studentDeciders,
  'post /student/rehearse': studentDeciders,
  'post /student/export': atDesk('registrar', 'head', 'admin'),
  'post /student/import_check': formEditors,
  'get /student/import_jobs': formEditors,
  'post /student/import_rows': formEditors,
  'post /student/import_bring': formEditors,
  'post /student/import_refused': formEditors,
  'post /student/import_template': formEditors,
  'get /student/funnel': studentReaders,
  'post /student/student_record': studentReaders,
  'post /student/student_profile': admission,
  'delete /student/student_profile': admission,
  'post /student/registration_data': studentReaders,
  'get /student/report_name': studentReaders,
  'post /student/timeline': studentReaders,
  'post /student/notes': studentReaders,
  'post /student/note_add': studentDeciders,
  'post /student/note_strike': studentDeciders,
  'post /student/task_add': studentDeciders,
  'post /student/task_done': studentDeciders,
  'post /student/work': studentReaders,
  'patch /student/student_update': studentDeciders,
  'get /seat/list': studentReaders,
  'get /seat/waiting': studentReaders,
  'post /seat/set': atDesk('registrar', 'head', 'admin'),
  'get /admission/rules': studentReaders,
  'post /admission/set_rules': atDesk('registrar', 'head', 'admin'),
  'post /student/messages': admissionReaders,
  'post /student/message_decide': atDesk('registrar', 'head', 'admin'),
  'get /messages/texts': admissionReaders,
  'post /messages/log': documentReaders,
  'post /messages/many_check': atDesk('registrar', 'head', 'admin'),
  'post /messages/many_start': atDesk('registrar', 'head', 'admin'),
  'get /messages/many': atDesk('registrar', 'head', 'admin'),
  'post /messages/many_change': atDesk('registrar', 'head', 'admin'),
  'post /messages/text_save': formEditors,
  'post /messages/text_preview': admissionReaders,
  'post /student/offer_letter': studentReaders,
  'get /public/student_data': 'open',
  'post /public/offer_letter': 'open',
  'post /public/offer_letter_pdf': 'open',
  'post /public/verify_letter': 'open',
  'post /student/letters': studentReaders,
  'post /student/letter_pdf': studentReaders,
  'post /letters/check': atDesk('registrar', 'head', 'admin'),
  'post /letters/start': atDesk('registrar', 'head', 'admin'),
  'get /letters/jobs': atDesk('registrar', 'head', 'admin'),
  'post /letters/change': atDesk('registrar', 'head', 'admin'),
  'post /letters/file': atDesk('registrar', 'head', 'admin'),
  'get /letters/templates': formEditors,
  'get /letters/template': formEditors,
  'post /letters/template': formEditors,
  'post /letters/template/discard': formEditors,
  'post /letters/template/publish': formEditors,
  'post /letters/template/preview': formEditors,
  'get /letters/template/versions': formEditors,
  'get /letters/template/version': formEditors,

  'get /student/document_types': documentReaders,
  'post /student/document_types': formEditors,
  'post /student/documents': documentReaders,
  'get /student/document_work': documentReaders,
  'post /student/document_file': documentReaders,
  'post /student/document_upload': admission,
  'post /student/document_piece': admission,
  'post /student/document_decide': admissionReaders,
  'post /student/document_link': admission,
  'post /student/document_link_end': admission,
  'post /public/documents/open': 'open',
  'post /public/documents/upload': 'open',
  'post /public/documents/piece': 'open',

  'get /scoring/sets': admissionReaders,
  'post /scoring/sets': formEditors,
  'post /scoring/student': admissionReaders,
  'post /scoring/submit': admissionReaders,
  'post /scoring/reopen': formEditors,
  'post /scoring/moderate': atDesk('registrar', 'head', 'admin'),
  'get /appointments/list': admissionReaders,
  'post /appointments/make': admission,
  'post /appointments/end': admission,
  'post /appointments/student': admissionReaders,
  'post /appointments/book': admission,
  'post /appointments/settle': admission,
  'post /appointments/link': admission,
  'post /public/appointment/open': 'open',
  'post /public/appointment/book': 'open',
  'post /public/appointment/cancel': 'open',

  'post /public/consent/open': 'open',
  'post /public/consent_pdf': 'open',
  'get /consent/wordings': admission,
  'get /consent/requests': admissionReaders,
  'post /consent/ask': admission,
  'post /consent/end-link': admission,
  'get /public/criteria': 'open',
  'get /public/form_values': 'open',
  'post /public/form_values': 'open',
  'get /criteria/links': admissionReaders,
  'post /criteria/ask': admission,
  'post /criteria/end-link': admission,
  'post /public/subscribe': 'open',
  'post /public/subscribe/confirm': 'open',
  'post /public/subscribe/end': 'open',

  'post /faces/gallery': 'device',
  'get /faces/pupils': {
    desk: ['supervisor', 'registrar', 'head', 'admin'],
    till: ['supervisor', 'registrar', 'admin'],
  },
  'post /faces/objection': faceRegistrars,
  'post /faces/forget': faceRegistrars,
  'get /faces/suspicions': faceRegistrars,
  'post /faces/suspicions/decide': faceRegistrars,
  'post /faces/pin': supervisors,
  'get /faces/devices': faceReaders,
  'get /faces/forgotten': faceReaders,
  'get /faces/audit': faceReaders,
  'get /faces/settings': faceReaders,
  'get /faces/assessments': faceReaders,
  'get /faces/calibration': admins,
  'get /faces/charges': chargeDeciders,
  'post /faces/charges/decide': chargeDeciders,
  'post /faces/settings/change': heads,
  'post /faces/switch': heads,
  'post /faces/rotation/change': heads,
  'post /faces/assessment': heads,
}
