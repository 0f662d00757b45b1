import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import type { DocumentKind } from '#shared/fees/fee-document.contract.ts'
import type { JournalKind } from '#shared/fees/ledger.rules.ts'
import type { TaxTreatment } from '#shared/fees/tax/tax-group.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

/* What papers about fees say, in both languages, as the school's letters do. */

export const titles: Readonly<Record<DocumentKind | 'tax-invoice' | 'tax-credit' | 'statement', Bilingual>> = {
  invoice: { en: 'Invoice', ar: 'فاتورة' },
  credit: { en: 'Credit note', ar: 'إشعار دائن' },
  receipt: { en: 'Receipt', ar: 'إيصال استلام' },
  refund: { en: 'Refund voucher', ar: 'سند استرداد' },
  'tax-invoice': { en: 'Tax invoice', ar: 'فاتورة ضريبية' },
  'tax-credit': { en: 'Tax credit note', ar: 'إشعار دائن ضريبي' },
  statement: { en: 'Statement of account', ar: 'كشف حساب' },
}

export const labels = {
  number: { en: 'Number', ar: 'الرقم' },
  issued: { en: 'Date of issue', ar: 'تاريخ الإصدار' },
  due: { en: 'Due date', ar: 'تاريخ الاستحقاق' },
  billedTo: { en: 'Billed to', ar: 'المطلوب من' },
  receivedFrom: { en: 'Received from', ar: 'استُلم من' },
  paidTo: { en: 'Paid to', ar: 'دُفع إلى' },
  payer: { en: 'Payer', ar: 'الدافع' },
  child: { en: 'Child', ar: 'الطالب' },
  children: { en: 'Children', ar: 'الطلاب' },
  schoolTax: { en: 'School’s tax number', ar: 'الرقم الضريبي للمدرسة' },
  payerTax: { en: 'Payer’s tax number', ar: 'الرقم الضريبي للدافع' },
  nationalId: { en: 'National ID', ar: 'رقم الهوية الوطنية' },
  code: { en: 'Payment code', ar: 'رمز الدفع' },
  corrects: { en: 'Corrects invoice', ar: 'يصحح الفاتورة' },
  ofReceipt: { en: 'Of receipt', ar: 'من الإيصال' },
  reason: { en: 'Reason', ar: 'السبب' },
  item: { en: 'Item', ar: 'البند' },
  amount: { en: 'Amount', ar: 'المبلغ' },
  tax: { en: 'Tax', ar: 'الضريبة' },
  net: { en: 'Before tax', ar: 'قبل الضريبة' },
  total: { en: 'Total', ar: 'الإجمالي' },
  applied: { en: 'Settled at issue by credit or deposit', ar: 'سُدد عند الإصدار من الرصيد أو العربون' },
  toPay: { en: 'To pay', ar: 'المطلوب سداده' },
  received: { en: 'Amount received', ar: 'المبلغ المستلم' },
  refunded: { en: 'Amount refunded', ar: 'المبلغ المسترد' },
  inWords: { en: 'In words', ar: 'المبلغ كتابةً' },
  receivedOn: { en: 'Received on', ar: 'تاريخ الاستلام' },
  method: { en: 'Method', ar: 'طريقة الدفع' },
  reference: { en: 'Reference', ar: 'المرجع' },
  provisional: { en: 'Provisional receipt', ar: 'الإيصال المؤقت' },
  takenBy: { en: 'Taken by', ar: 'المستلم' },
  settles: { en: 'Settles', ar: 'يسدد' },
  credit: { en: 'Kept as credit', ar: 'يُحفظ رصيدًا' },
  stillOpen: { en: 'Still open after this receipt', ar: 'المتبقي بعد هذا الإيصال' },
  taxGroup: { en: 'Tax', ar: 'الضريبة' },
  day: { en: 'Date', ar: 'التاريخ' },
  entry: { en: 'Entry', ar: 'البيان' },
  charged: { en: 'Charged', ar: 'مدين' },
  paid: { en: 'Paid', ar: 'دائن' },
  balance: { en: 'Balance', ar: 'الرصيد' },
  asOf: { en: 'As of', ar: 'حتى تاريخ' },
  forward: { en: 'Balance brought forward', ar: 'رصيد مرحّل' },
  closing: { en: 'Balance', ar: 'الرصيد الختامي' },
  yours: { en: 'Balance in your favour', ar: 'رصيد لصالحكم' },
  cheques: { en: 'Cheques among the payments that have not cleared', ar: 'شيكات ضمن المدفوعات لم تُحصَّل بعد' },
  part: { en: ', part ', ar: '، القسط ' },
  takenBack: { en: ', discount taken back', ar: '، خصم مستردّ' },
} satisfies Record<string, Bilingual>

export const methods: Readonly<Record<FeeMethod, Bilingual>> = {
  cash: { en: 'Cash', ar: 'نقدًا' },
  card: { en: 'Card', ar: 'بطاقة' },
  cheque: { en: 'Cheque', ar: 'شيك' },
  transfer: { en: 'Bank transfer', ar: 'تحويل مصرفي' },
  online: { en: 'Online payment', ar: 'دفع إلكتروني' },
}

export const notes = {
  cheque: { en: 'Received by cheque, subject to clearing.', ar: 'استُلم بشيك، بشرط تحصيله.' },
  transfer: {
    en: 'For a bank transfer, write the payment code above in the text of the transfer.',
    ar: 'عند التحويل المصرفي، يُرجى كتابة رمز الدفع أعلاه في نص التحويل.',
  },
  statePaid: {
    en: 'The state bears the value added tax on private education for Saudi citizens.',
    ar: 'تتحمل الدولة ضريبة القيمة المضافة عن التعليم الأهلي للمواطنين.',
  },
  taxQr: {
    en: 'The square holds the tax data of this document. Whether it is genuine: open the address below. Code: ',
    ar: 'يحمل المربع البيانات الضريبية لهذا المستند. للتحقق من صحته افتحوا العنوان أدناه. الرمز: ',
  },
  verify: {
    en: 'Whether this document is genuine and still holds: scan the square, or open the address below. Code: ',
    ar: 'للتحقق من صحة هذا المستند وسريانه: امسحوا المربع أو افتحوا العنوان أدناه. الرمز: ',
  },
  balance: {
    en: 'Charged less paid is the balance. Cheques count when they are received and are charged again if they bounce.',
    ar: 'الرصيد هو المدين ناقص الدائن. تُحتسب الشيكات عند استلامها، وتُقيَّد من جديد إذا رُدّت.',
  },
  noEntries: { en: 'There are no entries up to this day.', ar: 'لا توجد قيود حتى هذا التاريخ.' },
} satisfies Record<string, Bilingual>

/** What the tax groups of a document are called. */
export const taxGroups: Readonly<Record<TaxTreatment, Bilingual>> = {
  standard: { en: 'Value added tax', ar: 'ضريبة القيمة المضافة' },
  zero: { en: 'Value added tax, zero-rated', ar: 'ضريبة القيمة المضافة، بنسبة صفر' },
  exempt: { en: 'Exempt from value added tax', ar: 'معفى من ضريبة القيمة المضافة' },
  'state-paid': { en: 'Value added tax borne by the state', ar: 'ضريبة القيمة المضافة تتحملها الدولة' },
  outside: { en: 'Outside the scope of tax', ar: 'خارج نطاق الضريبة' },
}

/** What entries of a statement are called, apart from the number of their document. */
export const entries: Readonly<Partial<Record<JournalKind, Bilingual>>> = {
  invoice: titles.invoice,
  'credit-note': titles.credit,
  payment: { en: 'Payment, receipt', ar: 'دفعة، إيصال' },
  refund: titles.refund,
  'deposit-applied': { en: 'Seat deposit applied to invoice', ar: 'عربون المقعد مخصوم من الفاتورة' },
  'write-off': { en: 'Written off', ar: 'شطب' },
  cheque: { en: 'Cheque returned or cleared in part', ar: 'شيك مرتجع أو محصَّل جزئيًا' },
  opening: { en: 'Opening balance', ar: 'رصيد افتتاحي' },
}
export const otherEntry: Bilingual = { en: 'Correction', ar: 'تسوية' }
