import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { day, file, longText, must, number, one, s1, text } from './form-fields.ts'
import { choice, words } from './form-words.ts'
import { contactConsent, keepReference, writer, writerContact } from './short-forms.ts'

const troubles = [
  choice('amount', 'The amount is not right', 'المبلغ غير صحيح'),
  choice('paid', 'I have paid, and it is still open', 'دفعت وما زالت الفاتورة مفتوحة'),
  choice('twice', 'I have paid twice', 'دفعت مرتين'),
  choice('refund', 'I am waiting for a refund', 'أنتظر استرداد مبلغ'),
  choice('plan', 'I would like to pay in instalments', 'أرغب في الدفع على أقساط'),
  choice('receipt', 'I need a receipt or a statement', 'أحتاج إلى إيصال أو كشف حساب'),
  choice('other', 'Something else', 'غير ذلك'),
]

/** A question about a bill. Card numbers are never asked for. */
export const mograBillsForm = (): FormDefinition => ({
  purpose: 'enquiry',
  title: words('A question about a bill', 'سؤال عن فاتورة'),
  lead: words('Tell us which bill and what is wrong with it.', 'أخبرنا عن الفاتورة وعمّا فيها من خطأ.'),
  contact: writerContact,
  subject: { name: 'child_name' },
  next: [
    words(
      'The accounts office looks at the bill and answers within two working days.',
      'يراجع قسم الحسابات الفاتورة ويرد عليك خلال يومي عمل.',
    ),
    keepReference,
    words('The school will never ask for your card number.', 'لن يطلب منك أحد من المدرسة رقم بطاقتك.'),
  ],
  pages: [
    {
      key: 'bill',
      title: words('The bill', 'الفاتورة'),
      sections: [
        writer(),
        {
          key: 'bill',
          title: words('The bill', 'الفاتورة'),
          parts: [
            text('child_name', 'Child’s full name', 'الاسم الكامل للطفل', { ...must, ...s1 }),
            text('student_no', 'Student number', 'رقم الطالب', {
              maxLength: 40,
              help: words('It’s printed on the bill.', 'تجده مطبوعًا على الفاتورة.'),
            }),
            text('invoice_no', 'Number of the bill', 'رقم الفاتورة', { maxLength: 40 }),
            number('amount', 'Amount', 'المبلغ', { min: 0 }),
            day('paid_on', 'If you have paid, on which day?', 'إن كنت قد دفعت، ففي أي يوم؟', {
              earliest: { years: -10 },
              latest: { years: 0 },
            }),
            one('trouble', 'What is it about?', 'ما موضوع سؤالك؟', troubles, must),
            longText('message', 'What is wrong?', 'ما المشكلة؟', { ...must, maxLength: 1000 }),
            file('papers', 'The bill or the proof of payment', 'الفاتورة أو إثبات الدفع', { maxFiles: 3 }),
            contactConsent,
          ],
        },
      ],
    },
  ],
})
