/** Every screen of the app and who sees it; what holds on all of them is proved by walking this list. */
export interface Screen {
  path: string
  /** Whose words the screen is written in. */
  heading: { key: string } | 'any'
}

/** A newcomer is nobody too, on the pages of those who have no account or no way in; so is an applicant, at the forms. */
export type Visitor =
  | 'nobody'
  | 'applicant'
  | 'newcomer'
  | 'supervisor'
  | 'admissions'
  | 'registrar'
  | 'admin'
  | 'operator1'
  | 'finance'
  | 'it'
  | 'family'

export const screens: Record<Visitor, readonly Screen[]> = {
  nobody: [
    { path: '/', heading: 'any' },
    { path: '/sign-in', heading: { key: 'identity.sign-in:title' } },
    { path: '/pos-sign-in', heading: { key: 'identity.sign-in:pos.title' } },
    { path: '/access-denied', heading: { key: 'common:denied.title' } },
    { path: '/admission-dates', heading: { key: 'admissions.dates:title' } },
    { path: '/pos/pair', heading: { key: 'sync.devices:pair.title' } },
    { path: '/pos-self', heading: { key: 'pos.self-service:notKiosk.title' } },
    { path: '/faceid/registration', heading: { key: 'faces:register.noTablet.title' } },
  ],
  applicant: [
    { path: '/enquiry/new', heading: 'any' },
    { path: '/enquiry/thanks', heading: 'any' },
    { path: '/kiosk', heading: { key: 'forms.kiosk:notDesk.title' } },
    { path: '/admission', heading: 'any' },
    { path: '/hr/form', heading: 'any' },
    { path: '/mogra/mograbills', heading: 'any' },
    { path: '/mogra/mograhr', heading: 'any' },
    { path: '/mogra/mograerp', heading: 'any' },
    { path: '/enquiry/vmsiihe', heading: 'any' },
    { path: '/enquiryform/abq', heading: 'any' },
    { path: '/subscribe', heading: { key: 'messaging.subscribe:title' } },
    { path: '/subscribe#token=enone', heading: { key: 'messaging.subscribe:end.title' } },
    { path: '/criteria/criteria-child/none', heading: { key: 'link:none' } },
    { path: '/appointment', heading: { key: 'link:none' } },
    { path: '/appointment#token=none', heading: { key: 'link:over' } },
    { path: '/documents', heading: { key: 'link:none' } },
    { path: '/documents#token=none', heading: { key: 'link:over' } },
    { path: '/verify', heading: { key: 'letters.issued:verify.title' } },
    { path: '/consent/open', heading: { key: 'link:none' } },
    { path: '/offer-letter/open', heading: { key: 'link:none' } },
    { path: '/zaya-offer-letter#token=none', heading: { key: 'link:over' } },
    { path: '/consent/none', heading: { key: 'link:over' } },
  ],
  newcomer: [
    { path: '/sign-up', heading: { key: 'identity.account:signUp.title' } },
    { path: '/verify-account', heading: { key: 'identity.account:verify.title' } },
    { path: '/verify-account#token=none', heading: { key: 'identity.account:verify.linkTitle' } },
    { path: '/forgot-password', heading: { key: 'identity.account:forgot.title' } },
    { path: '/reset-password', heading: { key: 'identity.account:reset.title' } },
    { path: '/reset-password#token=none', heading: { key: 'identity.account:reset.title' } },
    { path: '/otp-authentication', heading: { key: 'identity.account:otp.title' } },
  ],
  supervisor: [
    { path: '/dashboard', heading: 'any' },
    { path: '/pos', heading: 'any' },
    { path: '/pos/devices', heading: { key: 'sync.devices:title' } },
    { path: '/pos/transaction-report', heading: 'any' },
    { path: '/pos/report', heading: { key: 'pos.reports:shift.title' } },
    { path: '/pos/summaryOfSalesByTill', heading: { key: 'pos.sales:title.allTills' } },
    { path: '/pos/TillSalesSummary', heading: { key: 'pos.sales:title.oneTill' } },
    { path: '/pos/exceptions', heading: { key: 'pos.exceptions:title' } },
    { path: '/catalogue', heading: { key: 'pos.catalogue:title' } },
    { path: '/catalogue/stock', heading: { key: 'pos.stock:title' } },
    { path: '/pos/CustomerAccountSummary', heading: { key: 'pos.pupil-accounts:title' } },
    { path: '/faces', heading: { key: 'faces.administration:place.people' } },
    { path: '/faces/suspicions', heading: { key: 'faces.administration:place.suspicions' } },
    { path: '/faces/charges', heading: { key: 'faces.administration:place.charges' } },
    { path: '/faces/devices', heading: { key: 'faces.administration:place.devices' } },
    { path: '/faces/deletions', heading: { key: 'faces.administration:place.deletions' } },
    { path: '/faces/record', heading: { key: 'faces.administration:place.record' } },
    { path: '/access-denied', heading: { key: 'common:denied.title' } },
  ],
  admissions: [
    { path: '/dashboard', heading: 'any' },
    { path: '/pre_admission', heading: { key: 'students.file:work.title' } },
    { path: '/pre_admission?list=papers', heading: { key: 'documents.required:title' } },
    { path: '/pre_admission?list=received', heading: { key: 'forms.submissions:title' } },
  ],
  registrar: [
    { path: '/profile', heading: { key: 'identity.profile:title' } },
    { path: '/profile/security', heading: { key: 'identity.profile:title' } },
    { path: '/profile/appearance', heading: { key: 'identity.profile:title' } },
    { path: '/profile/shortcuts', heading: { key: 'identity.profile:title' } },
    { path: '/pupils', heading: { key: 'students.pupils:title' } },
    { path: '/student/import', heading: { key: 'admissions.import:title' } },
    { path: '/student/new', heading: { key: 'students.file:begin.title' } },
    { path: '/reports/0190a5a5-0000-7000-8000-00000000a001', heading: { key: 'students.file:reports.title' } },
    { path: '/student/0190a5a5-0000-7000-8000-00000000a001', heading: { key: 'students:file.title' } },
    { path: '/upload/0190a5a5-0000-7000-8000-00000000a001', heading: { key: 'documents:title' } },
    { path: '/letters', heading: { key: 'letters.issued:jobs.title' } },
    { path: '/messages', heading: { key: 'messaging:title' } },
    { path: '/messages?part=texts', heading: { key: 'messaging:title' } },
    { path: '/messages?part=many', heading: { key: 'messaging:title' } },
    { path: '/letters?letter=waiting-list', heading: { key: 'letters.editor:letter.waiting-list' } },
    { path: '/appointments', heading: { key: 'admissions.appointments:title' } },
    { path: '/scoring', heading: { key: 'admissions.scoring-editor:title' } },
    { path: '/scoring?set=new', heading: { key: 'admissions.scoring-editor:title' } },
    { path: '/seats', heading: { key: 'students:seats.title' } },
    { path: '/forms', heading: { key: 'forms.editor:list.title' } },
    { path: '/forms?form=admission', heading: 'any' },
  ],
  admin: [
    { path: '/people', heading: { key: 'identity.staff:title' } },
    { path: '/audit', heading: { key: 'audit:title' } },
    { path: '/status', heading: { key: 'overview.status:title' } },
    { path: '/help', heading: { key: 'overview.help:guide.install' } },
    { path: '/settings', heading: { key: 'school.settings:title' } },
    { path: '/settings/names', heading: { key: 'school.settings:page.names.title' } },
    { path: '/settings/days', heading: { key: 'school.settings:page.days.title' } },
    { path: '/settings/grades', heading: { key: 'school.settings:page.grades.title' } },
    { path: '/settings/years', heading: { key: 'school.settings:page.years.title' } },
    { path: '/settings/officeForms', heading: { key: 'school.settings:page.officeForms.title' } },
    { path: '/settings/statuses', heading: { key: 'school.settings:page.statuses.title' } },
    { path: '/settings/letters', heading: { key: 'school.settings:page.letters.title' } },
    { path: '/settings/connections', heading: { key: 'school.settings:page.connections.title' } },
    { path: '/settings/consents', heading: 'any' },
    { path: '/settings/start', heading: { key: 'school.settings:start.title' } },
    { path: '/settings/places', heading: { key: 'sync.devices:places.title' } },
    { path: '/faces/settings', heading: { key: 'faces.administration:place.settings' } },
    { path: '/faces/assessment', heading: { key: 'faces.administration:place.assessment' } },
    { path: '/faces/calibration', heading: { key: 'faces.administration:place.calibration' } },
  ],
  finance: [
    { path: '/fees', heading: { key: 'fees.overview:title' } },
    { path: '/fees?view=billing', heading: { key: 'fees.overview:billing.title' } },
    { path: '/fees?view=cheques', heading: { key: 'fees.overview:view.cheques' } },
    { path: '/fees?view=bank', heading: { key: 'fees.bank:title' } },
    { path: '/fees?view=reminders', heading: { key: 'fees.reminders:title' } },
    { path: '/fees?view=cashbook', heading: { key: 'fees.cashbook:title' } },
    { path: '/fees?view=online', heading: { key: 'fees.online:title' } },
    { path: '/fees?view=grants', heading: { key: 'fees.overview:grants.title' } },
    { path: '/fees?view=claims', heading: { key: 'fees.overview:claims.title' } },
    { path: '/fees?view=export', heading: { key: 'fees.export:title' } },
    { path: '/fees/setup', heading: { key: 'fees.setup:title' } },
    { path: '/fees/setup?tab=schedules', heading: { key: 'fees.setup:title' } },
    { path: '/fees/setup?tab=plans', heading: { key: 'fees.setup:title' } },
    { path: '/fees/setup?tab=discounts', heading: { key: 'fees.setup:title' } },
    { path: '/fees/setup?tab=settings', heading: { key: 'fees.setup:title' } },
    { path: '/fees/setup?tab=gateways', heading: { key: 'fees.setup:title' } },
    { path: '/fees/0190a5a5-0000-7000-8000-00000000a001', heading: 'any' },
    { path: '/receipt/0190a5a5-0000-7000-8000-00000000a001', heading: 'any' },
  ],
  it: [
    { path: '/mails', heading: { key: 'mail:outbox.title' } },
    { path: '/office-forms', heading: 'any' },
  ],
  family: [
    { path: '/family', heading: 'any' },
    { path: '/family/children', heading: { key: 'overview.family:nav.children' } },
    { path: '/family/pay', heading: { key: 'overview.family:pay.title' } },
    { path: '/family/messages', heading: { key: 'overview.family:section.messages' } },
    { path: '/dashboard', heading: 'any' },
    { path: '/profile', heading: { key: 'identity.profile:title' } },
  ],
  operator1: [{ path: '/pos', heading: 'any' }],
}
