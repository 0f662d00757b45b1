interface OperationText {
  readonly summary: string
  readonly description: string
}

const byNext = (sent: string): string =>
  `Page by page: send \`next\` of an answer as \`${sent}\` with the next call, until it is null. A row that stays where it is comes once.`

/** What the published operations do, by name. In English: read by people who write programs. */
export const operationTexts: Readonly<Record<string, OperationText>> = {
  listPupils: { summary: 'Lists the pupils of the school', description: byNext('after') },
  readPupil: { summary: 'Reads one pupil', description: 'By its `customerId`, which never changes.' },
  listClasses: {
    summary: 'Lists the classes of a school year',
    description: 'Without a year, of the one in whose classes pupils are.',
  },
  listEnquiries: { summary: 'Lists enquiries of families', description: byNext('after') },
  listStudents: { summary: 'Lists applications', description: byNext('after') },
  listSeats: {
    summary: 'Lists places with their seats',
    description: 'How many seats each campus, year, grade and stream has, and how many are taken.',
  },
  listAppointments: {
    summary: 'Lists appointments with families',
    description: 'Days are in the time zone of the school. With `hasMore`, ask for fewer days.',
  },
  listFeeBalances: { summary: 'Lists children with what is open', description: byNext('after') },
  readFeeAccount: {
    summary: 'Reads the fees of a child',
    description:
      'What its payers owe and have paid, by admission number or id of the file, with invoices and receipts.',
  },
  readFeeDocument: { summary: 'Reads an invoice, credit note, receipt or refund', description: 'As it was issued.' },
  readFeeReceipt: { summary: 'Reads a receipt', description: 'With what it settles now.' },
  listTransactions: {
    summary: 'Lists sales, voids and movements of cash',
    description: `The latest first. ${byNext('before')}`,
  },
  readSale: { summary: 'Reads one sale', description: 'As its receipt has it.' },
  listShifts: {
    summary: 'Lists shifts of tills',
    description: 'The latest first, 200 at most: `isCut` says that there are more.',
  },
  listSalesByTill: {
    summary: 'Sums sales by till and day',
    description: 'Business days, both included; `per=day` makes a row for each till and day.',
  },
  listPupilAccounts: {
    summary: 'Lists pupil accounts with what moved them',
    description: `Business days, both included. ${byNext('after')}`,
  },
  readCatalogue: { summary: 'Reads what the canteens sell', description: 'All of it, hidden items too.' },
}
