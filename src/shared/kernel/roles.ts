// chunk: roles
/** What a person is at a school. The specification calls the list of them a user's authority. */
export const roles = [
  'admin',
  'head',
  'registrar',
  'admission-officer',
  'finance',
  'supervisor',
  'operator',
  'it',
  /** Looks into what was done and by whom; changes nothing. */
  'auditor',
  /** Fills posts: reads applications for work, which nobody else does. */
  'hr',
  /** A parent's own account. Nothing of the staff's is theirs: what belongs to a family is found by its account. */
  'family',
] as const
export type Role = (typeof roles)[number]

export const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name)

/** What may be done, and by whom. The server decides by this; screens only hide what it forbids. */
export const permissions = {
  'till.operate': ['operator', 'supervisor', 'admin'],
  'discount.give': ['supervisor', 'admin'],
  'device.manage': ['supervisor', 'it', 'admin'],
  'alert.handle': ['supervisor', 'admin'],
  'device.see': ['supervisor', 'it', 'admin', 'finance'],
  /** Whether the server was restored from a copy, and how far devices have sent again what it lacks. */
  'server.see': ['it', 'admin'],
  /** Lets a restored server work by itself again. */
  'server.release': ['it', 'admin'],
  'set-aside.close': ['supervisor', 'admin'],
  'mail.see': ['it', 'admin'],
  /** Lets the school's other programs in, and tells them what happens. */
  'programs.manage': ['it', 'admin'],
  /** What families were told about their children, and to which addresses. */
  'messages.see': ['admission-officer', 'registrar', 'head', 'admin'],
  /** Stops a message that waits, or sends it before its time. */
  'messages.decide': ['registrar', 'head', 'admin'],
  /** What went to whom; addresses only for whom `messages.see` shows them. */
  'messages.log': ['admission-officer', 'registrar', 'head', 'auditor', 'admin'],
  /** Writes to many families at once. */
  'messages.many': ['registrar', 'head', 'admin'],
  /** In which words families are told. */
  'messages.write': ['registrar', 'admin'],
  'submissions.see': ['admission-officer', 'registrar', 'head', 'admin'],
  /** Answers enquiries, invites to apply, makes files of them. */
  'enquiries.work': ['admission-officer', 'registrar', 'admin'],
  /** Applications for work: reads them and says how they stand. An administrator who needs it takes the role, which is recorded. */
  'work.see': ['hr'],
  /** Opens the page of what is handed in for the office; what stands there, the routing of the forms decides. */
  'office-forms.see': ['hr', 'finance', 'it'],
  /** The files of children on their way into the school, with every decision about them. */
  'students.see': ['admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin'],
  /** Takes a step with a student; which ones, each in their own capacity (`actorRolesOf`). */
  'students.decide': ['admission-officer', 'registrar', 'head', 'finance', 'admin'],
  /** Keeps a closed file beyond its day, and sees what an erasure would reach. */
  'students.hold': ['registrar', 'head', 'admin'],
  /** Erases the closed file of a child that never joined, for good. */
  'students.erase': ['head', 'admin'],
  /** Keeps the register of data breaches. */
  'breaches.keep': ['head', 'it', 'admin'],
  /** Takes lists of them out of the house. */
  'students.export': ['registrar', 'head', 'admin'],
  /** Takes any other list that they see out of the house. */
  'lists.export': ['registrar', 'head', 'finance', 'auditor', 'supervisor', 'admin'],
  /** Brings lists of students in from files. */
  'students.import': ['registrar', 'admin'],
  /** Keeps the live record: the child, who looks after it and with which rights. */
  'students.record': ['admission-officer', 'registrar', 'admin'],
  /** How many seats there are in each place. */
  'seats.manage': ['registrar', 'admin'],
  /** How many offers more may be out than there are seats. */
  'seats.over-offer': ['head', 'admin'],
  /** By which rules the school offers seats. */
  'admission.rules': ['registrar', 'head', 'admin'],
  /** Scores children before a decision, and sees what others have found once their own is in. */
  'scoring.score': ['admission-officer', 'registrar', 'head', 'admin'],
  /** Opens an assessment again. */
  'scoring.reopen': ['registrar', 'admin'],
  /** Decides between two assessors. */
  'scoring.moderate': ['registrar', 'head', 'admin'],
  /** What is scored, and by how many. */
  'scoring.manage': ['registrar', 'admin'],
  /** When families are met, and who comes. */
  'appointments.see': ['admission-officer', 'registrar', 'head', 'admin'],
  /** Makes times, books them for families, says what came of them. */
  'appointments.manage': ['admission-officer', 'registrar', 'admin'],
  /** Health, custody, learning support, religion: what only those see who decide about a child. */
  'sensitive.see': ['registrar', 'head', 'admin'],
  /** What papers a child has brought, and which are missing. */
  'documents.see': ['admission-officer', 'registrar', 'head', 'auditor', 'admin'],
  /** Issues letters for many students at once. */
  'letters.issue': ['registrar', 'head', 'admin'],
  /** What the school's letters say. */
  'letters.edit': ['registrar', 'admin'],
  /** Takes them in, looks at them, says whether they will do. */
  'documents.decide': ['admission-officer', 'registrar', 'admin'],
  /** Does without one, or asks for it again. */
  'documents.waive': ['registrar', 'head', 'admin'],
  /** Which ones the school asks of whom. */
  'documents.manage': ['registrar', 'admin'],
  /** Says that two people are one, or are not. */
  'people.decide': ['admission-officer', 'registrar', 'admin'],
  /** Asks families by a mailed link: for their consent, or for what a decision is made by. */
  'family.ask': ['admission-officer', 'registrar', 'admin'],
  /** What the school asks of families, in which words, and what it makes them agree to. */
  'forms.edit': ['registrar', 'admin'],
  'sales.see': ['supervisor', 'finance', 'head', 'admin'],
  /** Who has agreed, whose face is registered, what was deleted where: never a face or a distance. */
  'faces.see': ['supervisor', 'registrar', 'head', 'admin'],
  /** Registers faces, deletes them, decides who two similar pupils are. */
  'faces.enrol': ['supervisor', 'registrar', 'admin'],
  /** Whether the school uses faces at all, and how. */
  'faces.manage': ['head', 'admin'],
  /** How near people come to one another, as counts. */
  'faces.calibrate': ['admin'],
  /** Says whether an account pays what a face alone was not allowed to take. */
  'faces.settle': ['supervisor', 'finance', 'admin'],
  /** Reads the statement of an account, says what the school pays for whom, gives cards. */
  'accounts.see': ['supervisor', 'finance', 'admin'],
  /** The school's pupils with their classes and cards. */
  'pupils.see': ['registrar', 'head', 'supervisor', 'finance', 'admin'],
  /** Imports pupils, says in which class they are, that they leave or are promoted. */
  'pupils.manage': ['registrar', 'head', 'admin'],
  /** Gives pupils their cards, and ends lost ones. */
  'cards.give': ['registrar', 'supervisor', 'admin'],
  /** Moves money on accounts at a desk, and sets their limits. */
  'accounts.move': ['supervisor', 'finance', 'admin'],
  /** Approves what somebody else has asked to move above the school's limit. */
  'accounts.approve': ['finance', 'admin'],
  /** Reads what families owe and have paid. */
  'fees.see': ['finance', 'registrar', 'head', 'auditor', 'admin'],
  /** Takes money for fees and writes the receipt. */
  'fees.receive': ['finance', 'admin'],
  /** Bills fees, issues invoices and credit notes. */
  'fees.bill': ['finance', 'admin'],
  /** Sets components, schedules, plans, discounts and payers. */
  'fees.setup': ['finance', 'admin'],
  /** Grants a discount, up to the limit of the school. */
  'fees.discount': ['finance', 'registrar', 'admin'],
  /** Approves what another person has asked for: schedules, discounts above the limit, refunds, write-offs. */
  'fees.approve': ['head', 'admin'],
  /** Asks for a refund, and pays it once it is approved. */
  'fees.refund': ['finance', 'admin'],
  /** Exports journals to the school's accounts, and locks their days. */
  'fees.export': ['finance', 'admin'],
  /** Gives money back at a till, up to the limits of the till. */
  'refund.give': ['operator', 'supervisor', 'admin'],
  /** Approves what goes beyond the limits of the person at the till. */
  'refund.approve': ['supervisor', 'admin'],
  /** Approves the void of a sale beyond the limits of the person at the till. */
  'void.approve': ['supervisor', 'admin'],
  /** Approves cash that leaves a drawer, and a drawer opened for none. */
  'cash.approve': ['supervisor', 'admin'],
  /** Approves a sale out of the ordinary: with an allergen that the customer must not have, or to somebody found by name alone. */
  'sale.approve': ['supervisor', 'admin'],
  /** Sets up to which amounts people and tills act without approval. */
  'limit.set': ['admin'],
  /** How fast cashiers work, side by side: figures about staff, which those need who lead it. */
  'cashiers.compare': ['head', 'admin'],
  /** Looks into an exception of a till and closes it with a finding, unless it is about themselves. */
  'exceptions.handle': ['supervisor', 'finance', 'head', 'admin'],
  /** Takes cash for an account at a till. */
  'topup.take': ['operator', 'supervisor', 'admin'],
  /** Changes what the canteens sell: categories, items, prices, barcodes, allergens. */
  'catalogue.edit': ['supervisor', 'admin'],
  'pins.set': ['supervisor', 'admin'],
  /** Invites colleagues, says what each of them may do, and shuts out who has left. */
  'people.manage': ['admin'],
  /** Changes the school's own settings: names, look, texts, calendar, tills. */
  'school.settings': ['admin'],
  /** Looks into the record of what was done, and by whom. */
  'audit.see': ['auditor', 'head', 'admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export const hasPermission = (roles: readonly Role[], permission: Permission): boolean =>
  permissions[permission].some((role: Role) => roles.includes(role))
