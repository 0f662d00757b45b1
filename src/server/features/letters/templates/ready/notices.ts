import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import {
  askUs,
  dated,
  datedHijri,
  dear,
  fact,
  factIf,
  facts,
  given,
  heading,
  para,
  signedBySchool,
  sincerely,
} from './pieces.ts'
import { both, field } from './words.ts'

const about = facts(
  fact('Reference', 'رقم الطلب', field('application.reference')),
  dated,
  datedHijri,
  fact('Student', 'اسم الطالب', field('student.name')),
  factIf('offer.grade', 'Grade', 'الصف'),
  factIf('offer.year', 'School year', 'العام الدراسي'),
)

const waitingList: LetterTemplate = {
  title: { en: 'Waiting list', ar: 'قائمة الانتظار' },
  letterhead: true,
  blocks: [
    heading(1, both('Your place on the waiting list', 'موقعكم في قائمة الانتظار')),
    about,
    dear,
    para(
      'Thank you for your application for **{{student.name}}**. At the moment every seat in this grade is taken, so we have put the application on the waiting list.',
      'نشكر لكم تقديم طلب التحاق **{{student.name}}**. المقاعد في هذا الصف مشغولة كلها حاليًا، لذا أدرجنا الطلب في قائمة الانتظار.',
    ),
    para(
      'As of this letter’s date the application stands at number **{{application.waitingPlace}}**. The order can change, for example when a brother or sister of one of our pupils applies; the office explains it to you at any time.',
      'ترتيب الطلب حتى تاريخ هذا الخطاب هو **{{application.waitingPlace}}**. وقد يتغير الترتيب، كأن يتقدم أخ أو أخت لأحد طلابنا، ويشرحه لكم المكتب متى شئتم.',
      given('application.waitingPlace'),
    ),
    para(
      'There is nothing you need to do. When a seat becomes free we write to you at once; an offer then waits for your answer for several days. If you no longer need the place, please tell us, so that another family moves up.',
      'ليس عليكم فعل شيء الآن. متى شغر مقعد كتبنا إليكم فورًا، وينتظر العرض جوابكم عدة أيام. وإن لم تعودوا بحاجة إلى المقعد فأخبرونا رجاءً ليتقدم من بعدكم.',
    ),
    askUs,
    sincerely,
    signedBySchool,
  ],
}

const rejection: LetterTemplate = {
  title: { en: 'Decision on an application', ar: 'قرار بشأن طلب التحاق' },
  letterhead: true,
  blocks: [
    heading(1, both('Our decision on your application', 'قرارنا بشأن طلبكم')),
    about,
    dear,
    para(
      'Thank you for your application for **{{student.name}}** and for the time you gave us. We have read the application with care. To our regret we cannot offer a place this time.',
      'نشكر لكم تقديم طلب التحاق **{{student.name}}** والوقت الذي منحتمونا إياه. لقد درسنا الطلب بعناية، ويؤسفنا أننا لا نستطيع تقديم مقعد هذه المرة.',
    ),
    para('The reason: {{application.reason}}', 'السبب: {{application.reason}}', given('application.reason')),
    para(
      'This says nothing about what your child can do. You may ask us to explain the decision, and you are welcome to apply again for a later year.',
      'ولا يعني هذا القرار حكمًا على قدرات طفلكم. ولكم أن تطلبوا منا توضيحه، ونرحب بطلبكم من جديد في عام لاحق.',
    ),
    para(
      'We wish {{student.name}} and your family all the best.',
      'نتقدم بأطيب التمنيات إلى {{student.name}} وإلى أسرتكم الكريمة.',
    ),
    askUs,
    sincerely,
    signedBySchool,
  ],
}

export const notices = { 'waiting-list': waitingList, rejection } satisfies Record<string, LetterTemplate>
