import { both } from '#server/features/letters/templates/default-letters.service.ts'
import type { reminderTexts } from '#shared/messaging/message-text.contract.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'

const para = (en: string, ar: string, isOptional = false) => ({ words: both(en, ar), isOptional })

const reminder = (en: string, ar: string, ...said: MessageText['paragraphs']): MessageText => ({
  title: { en, ar },
  paragraphs: [
    para('Dear {{guardian.name}},', 'حضرة {{guardian.name}} المحترم،'),
    ...said,
    para('What is due: {{fees.items}}', 'المستحق: {{fees.items}}'),
    para(
      'Please name the code {{fees.code}} in a bank transfer, so that we can match it at once.',
      'نرجو ذكر الرمز {{fees.code}} في التحويل البنكي لنتعرف عليه فورًا.',
    ),
    para(
      'If you have paid already, or if you would like to agree other dates with us, call us on {{school.phone}}.',
      'إن كنتم قد دفعتم، أو رغبتم في الاتفاق معنا على مواعيد أخرى، فاتصلوا بنا على {{school.phone}}.',
      true,
    ),
    para('Kind regards,\n{{school.name}}', 'وتفضلوا بقبول فائق التقدير،\n{{school.name}}'),
  ],
})

/** Default texts of reminders of fees, used until a school has its own. */
export const feeReminders: Readonly<Record<(typeof reminderTexts)[number], MessageText>> = {
  'fee-reminder-1': reminder(
    'A reminder of school fees',
    'تذكير بالرسوم المدرسية',
    para(
      'Fees of {{fees.open}} for {{student.name}} were due and have not reached us yet.',
      'حلّ موعد رسوم {{student.name}} بمبلغ {{fees.open}} ولم تصلنا بعد.',
    ),
  ),
  'fee-reminder-2': reminder(
    'Second reminder of school fees',
    'التذكير الثاني بالرسوم المدرسية',
    para(
      'We wrote to you about fees for {{student.name}}. {{fees.open}} is still due. Please pay within a week.',
      'كتبنا إليكم بشأن رسوم {{student.name}}، وما زال المبلغ {{fees.open}} مستحقًا. نرجو السداد خلال أسبوع.',
    ),
  ),
  'fee-reminder-3': reminder(
    'Last reminder of school fees',
    'التذكير الأخير بالرسوم المدرسية',
    para(
      'In spite of our reminders {{fees.open}} for {{student.name}} is still due. This is our last reminder before the steps that the regulator allows. Your child is told nothing of it.',
      'رغم تذكيراتنا ما زال المبلغ {{fees.open}} عن {{student.name}} مستحقًا. هذا آخر تذكير قبل الإجراءات التي تسمح بها الجهة المنظمة، ولن يُذكر شيء من ذلك لطفلكم.',
    ),
  ),
}
