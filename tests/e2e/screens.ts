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
  | 'it'
  | 'family'

export const screens: Record<Visitor, readonly Screen[]> = {
  nobody: [
    { path: '/sign-in', heading: { key: 'sign-in:title' } },
    { path: '/pos-sign-in', heading: { key: 'sign-in:pos.title' } },
    { path: '/access-denied', heading: { key: 'common:denied.title' } },
    { path: '/admission-dates', heading: { key: 'admission-dates:title' } },
    { path: '/pos/pair', heading: { key: 'devices:pair.title' } },
    { path: '/pos-self', heading: { key: 'self-service:notKiosk.title' } },
    { path: '/faceid/registration', heading: { key: 'faces:register.noTablet.title' } },
  ],
  applicant: [
    { path: '/enquiry/new', heading: 'any' },
    { path: '/enquiry/thanks', heading: 'any' },
    { path: '/kiosk', heading: { key: 'kiosk:notDesk.title' } },
    { path: '/admission', heading: 'any' },
    { path: '/hr/form', heading: 'any' },
    { path: '/mogra/mograbills', heading: 'any' },
    { path: '/mogra/mograhr', heading: 'any' },
    { path: '/mogra/mograerp', heading: 'any' },
    { path: '/enquiry/vmsiihe', heading: 'any' },
    { path: '/enquiryform/abq', heading: 'any' },
    { path: '/subscribe', heading: { key: 'subscribe:title' } },
    { path: '/subscribe#token=enone', heading: { key: 'subscribe:end.title' } },
    { path: '/criteria/criteria-child/none', heading: { key: 'link:none' } },
    { path: '/appointment', heading: { key: 'link:none' } },
    { path: '/appointment#token=none', heading: { key: 'link:over' } },
    { path: '/documents', heading: { key: 'link:none' } },
    { path: '/documents#token=none', heading: { key: 'link:over' } },
    { path: '/verify', heading: { key: 'issued-letters:verify.title' } },
    { path: '/consent/open', heading: { key: 'link:none' } },
    { path: '/offer-letter/open', heading: { key: 'link:none' } },
    { path: '/zaya-offer-letter#token=none', heading: { key: 'link:over' } },
    { path: '/consent/none', heading: { key: 'link:over' } },
  ],
  newcomer: [
    { path: '/sign-up', heading: { key: 'account:signUp.title' } },
    { path: '/verify-account', heading: { key: 'account:verify.title' } },
    { path: '/verify-account#token=none', heading: { key: 'account:verify.linkTitle' } },
    { path: '/forgot-password', heading: { key: 'account:forgot.title' } },
    { path: '/reset-password', heading: { key: 'account:reset.title' } },
    { path: '/reset-password#token=none', heading: { key: 'account:reset.title' } },
    { path: '/otp-authentication', heading: { key: 'account:otp.title' } },
  ],
  supervisor: [
    { path: '/dashboard', heading: 'any' },
    { path: '/pos', heading: 'any' },
    { path: '/pos/devices', heading: { key: 'devices:title' } },
    { path: '/pos/transaction-report', heading: 'any' },
    { path: '/pos/report', heading: { key: 'pos-report:shift.title' } },
    { path: '/pos/CustomerAccountSummary', heading: { key: 'accounts:title' } },
    { path: '/faces', heading: { key: 'face-desk:place.people' } },
    { path: '/faces/suspicions', heading: { key: 'face-desk:place.suspicions' } },
    { path: '/faces/charges', heading: { key: 'face-desk:place.charges' } },
    { path: '/faces/devices', heading: { key: 'face-desk:place.devices' } },
    { path: '/faces/deletions', heading: { key: 'face-desk:place.deletions' } },
    { path: '/faces/record', heading: { key: 'face-desk:place.record' } },
    { path: '/access-denied', heading: { key: 'common:denied.title' } },
  ],
  admissions: [
    { path: '/dashboard', heading: 'any' },
    { path: '/pre_admission', heading: { key: 'student-file:work.title' } },
    { path: '/pre_admission?list=papers', heading: { key: 'papers:title' } },
    { path: '/pre_admission?list=received', heading: { key: 'submissions:title' } },
  ],
  registrar: [
    { path: '/profile', heading: { key: 'profile:title' } },
    { path: '/profile/security', heading: { key: 'profile:title' } },
    { path: '/profile/appearance', heading: { key: 'profile:title' } },
    { path: '/profile/shortcuts', heading: { key: 'profile:title' } },
    { path: '/student/import', heading: { key: 'student-import:title' } },
    { path: '/student/new', heading: { key: 'student-file:begin.title' } },
    { path: '/reports/0190a5a5-0000-7000-8000-00000000a001', heading: { key: 'student-file:reports.title' } },
    { path: '/student/0190a5a5-0000-7000-8000-00000000a001', heading: { key: 'students:file.title' } },
    { path: '/upload/0190a5a5-0000-7000-8000-00000000a001', heading: { key: 'documents:title' } },
    { path: '/letters', heading: { key: 'issued-letters:jobs.title' } },
    { path: '/messages', heading: { key: 'messages:title' } },
    { path: '/messages?part=texts', heading: { key: 'messages:title' } },
    { path: '/messages?part=many', heading: { key: 'messages:title' } },
    { path: '/letters?letter=waiting-list', heading: { key: 'letter-edit:letter.waiting-list' } },
    { path: '/appointments', heading: { key: 'appointment:title' } },
    { path: '/scoring', heading: { key: 'scoring-edit:title' } },
    { path: '/scoring?set=new', heading: { key: 'scoring-edit:title' } },
    { path: '/seats', heading: { key: 'students:seats.title' } },
    { path: '/forms', heading: { key: 'form-edit:list.title' } },
    { path: '/forms?form=admission', heading: 'any' },
  ],
  admin: [
    { path: '/people', heading: { key: 'staff:title' } },
    { path: '/audit', heading: { key: 'audit:title' } },
    { path: '/faces/settings', heading: { key: 'face-desk:place.settings' } },
    { path: '/faces/assessment', heading: { key: 'face-desk:place.assessment' } },
    { path: '/faces/calibration', heading: { key: 'face-desk:place.calibration' } },
  ],
  it: [{ path: '/mails', heading: { key: 'mail:outbox.title' } }],
  family: [
    { path: '/dashboard', heading: 'any' },
    { path: '/profile', heading: { key: 'profile:title' } },
  ],
  operator1: [{ path: '/pos', heading: 'any' }],
}
