import { both } from '#server/features/letters/templates/default-letters.service.ts'
import type { reminderTexts, TextEvent } from '#shared/messaging/message-text.contract.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { enquiryReplies } from './enquiry-reply-texts.ts'

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
const feeReminders: Readonly<Record<(typeof reminderTexts)[number], MessageText>> = {
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

const dear = para('Dear {{guardian.name}},', 'حضرة ولي الأمر {{guardian.name}} المحترم،')
const reference = para('Application reference: {{application.reference}}', 'رقم الطلب: {{application.reference}}')
const askUs = [
  para(
    'If you have a question, call us on {{school.phone}} or write to {{school.email}}. We are glad to help.',
    'لأي استفسار اتصلوا بنا على {{school.phone}} أو راسلونا على {{school.email}}، ويسعدنا أن نساعدكم.',
    true,
  ),
  para('The school on the web: {{school.website}}', 'موقع المدرسة: {{school.website}}', true),
]
const end = para(
  'Kind regards,\nThe admissions office of {{school.name}}',
  'وتفضلوا بقبول فائق التقدير،\nمكتب القبول في {{school.name}}',
)

const message = (en: string, ar: string, ...said: MessageText['paragraphs']): MessageText => ({
  title: { en, ar },
  paragraphs: [dear, ...said, reference, ...askUs, end],
})

/** Default texts, version 0, used until a school has its own. */
export const defaultMessages: Readonly<Record<TextEvent, MessageText>> = {
  shortlisted: message(
    'Your application goes on',
    'طلبكم ينتقل إلى المرحلة التالية',
    para(
      'We have read your application for {{student.name}} and are glad to take it to the next stage. This is not yet an offer of a seat.',
      'اطلعنا على طلب التحاق {{student.name}} ويسعدنا أن ننقله إلى المرحلة التالية. وليس هذا عرضًا لمقعد بعد.',
    ),
    para(
      'We tell you what we still need, for example papers or a meeting. Apart from that there is nothing you need to do now.',
      'سنخبركم بما نحتاج إليه، كالوثائق أو موعد للمقابلة. وليس عليكم فعل شيء آخر الآن.',
    ),
  ),
  waiting: message(
    'Your child is on the waiting list',
    'طفلكم في قائمة الانتظار',
    para(
      'At the moment we have no free seat for {{student.name}}, so the application is now on our waiting list.',
      'لا يتوفر لدينا الآن مقعد لـ {{student.name}}، لذا أصبح الطلب في قائمة الانتظار.',
    ),
    para(
      'As of today it stands at number {{application.waitingPlace}}. The order can change, for example when a brother or sister of one of our pupils applies.',
      'ترتيب الطلب اليوم هو {{application.waitingPlace}}. وقد يتغير الترتيب، كأن يتقدم أخ أو أخت لأحد طلابنا.',
      true,
    ),
    para(
      'There is nothing you need to do. As soon as a seat becomes free we write to you. If you no longer need it, please tell us, so that another family moves up.',
      'ليس عليكم فعل شيء الآن. متى شغر مقعد كتبنا إليكم. وإن لم تعودوا بحاجة إليه فأخبرونا رجاءً ليتقدم من بعدكم.',
    ),
  ),
  booked: message(
    'The seat is booked',
    'تم حجز المقعد',
    para(
      'Thank you: your deposit has arrived, and the seat for {{student.name}} is booked.',
      'شكرًا لكم: وصلتنا دفعة الحجز، وحُجز المقعد لـ {{student.name}}.',
    ),
    para(
      'Before the seat can be confirmed we need all papers of your child. We write to you if one is missing.',
      'ونحتاج قبل تأكيد المقعد إلى وثائق طفلكم كاملة، وسنكتب إليكم إن نقص منها شيء.',
    ),
  ),
  confirmed: message(
    'Welcome to our school',
    'أهلًا بكم في مدرستنا',
    para(
      'The admission of {{student.name}} is confirmed. We look forward to welcoming your family.',
      'تأكد قبول {{student.name}}، ويسعدنا الترحيب بأسرتكم.',
    ),
    para('The first day at school is {{offer.startDate}}.', 'أول يوم دراسي هو {{offer.startDate}}.', true),
    para(
      'Your child’s number at the school is {{student.number}}. Please name it whenever you write to us; in the canteen it is the number of the account.',
      'رقم طفلكم في المدرسة هو {{student.number}}. نرجو ذكره كلما راسلتمونا، وهو رقم حسابه في المقصف أيضًا.',
      true,
    ),
    para(
      'You have promised to bring what is still missing: {{documents.promised}}.',
      'تعهدتم بإحضار ما ينقص من الوثائق: {{documents.promised}}.',
      true,
    ),
    para(
      'The letter of your place, to read and to keep: {{letter.link}}',
      'خطاب المقعد للاطلاع عليه والاحتفاظ به: {{letter.link}}',
      true,
    ),
    para(
      'With an account of your own you see all of this at any time. Open one with the address to which we write: {{account.signUp}}',
      'بحساب خاص بكم تطلعون على ذلك كله متى شئتم. افتحوه بالعنوان الذي نراسلكم عليه: {{account.signUp}}',
      true,
    ),
    para(
      'Before the first day we send you what you need to know: times, uniform, books and transport.',
      'وسنرسل إليكم قبل اليوم الدراسي الأول ما تحتاجون إلى معرفته: المواعيد والزي المدرسي والكتب والنقل.',
    ),
  ),
  refused: message(
    'Our decision on your application',
    'قرارنا بشأن طلبكم',
    para(
      'Thank you for applying for {{student.name}} and for the time you gave us. We have read the application with care. To our regret we cannot offer a place this time.',
      'نشكر لكم تقديم طلب التحاق {{student.name}} والوقت الذي منحتمونا إياه. لقد درسنا الطلب بعناية، ويؤسفنا أننا لا نستطيع تقديم مقعد هذه المرة.',
    ),
    para(
      'This says nothing about what your child can do. You may ask us to explain the decision, and you are welcome to apply again for a later year.',
      'ولا يعني هذا القرار حكمًا على قدرات طفلكم. ولكم أن تطلبوا منا توضيحه، ونرحب بطلبكم من جديد في عام لاحق.',
    ),
  ),
  withdrawn: message(
    'Your application is withdrawn',
    'تم سحب طلبكم',
    para(
      'As you asked, we have closed your application for {{student.name}}. Nothing more is expected of you.',
      'أغلقنا طلب التحاق {{student.name}} بناءً على رغبتكم، ولا يلزمكم أي إجراء آخر.',
    ),
    para(
      'If this was not what you wanted, please tell us soon: the file can be opened again.',
      'وإن لم تكن هذه رغبتكم فأخبرونا قريبًا رجاءً، إذ يمكن فتح الملف من جديد.',
    ),
  ),
  'intake-closed': message(
    'The intake is closed',
    'انتهى القبول لهذا العام',
    para(
      'All seats of this intake are taken, and the waiting list is closed. To our regret there was no seat for {{student.name}}.',
      'شُغلت مقاعد هذا العام كلها وأُغلقت قائمة الانتظار، ويؤسفنا أنه لم يتوفر مقعد لـ {{student.name}}.',
    ),
    para(
      'We thank you for your patience. You are welcome to apply again for the next year.',
      'نشكر لكم صبركم، ونرحب بطلبكم من جديد للعام القادم.',
    ),
  ),
  ...feeReminders,
  ...enquiryReplies,
}
