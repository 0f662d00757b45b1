import type { LetterBlock } from '#shared/letters/letter-blocks.contract.ts'
import { all, each, fact, factIf, facts, fine, frame, given, heading, para } from './pieces.ts'
import { both, field } from './words.ts'

/** Terms offered: the same lines in every offer, so that two can be compared. */
export const place: LetterBlock[] = [
  heading(2, both('The place', 'المقعد')),
  facts(
    fact('Student', 'اسم الطالب', field('student.name')),
    factIf('student.birthDate', 'Date of birth', 'تاريخ الميلاد'),
    fact('Grade', 'الصف', field('offer.grade')),
    factIf('offer.stream', 'Stream', 'المسار'),
    factIf('offer.campus', 'Campus', 'المقر'),
    factIf('offer.curriculum', 'Curriculum', 'المنهج'),
    fact('School year', 'العام الدراسي', field('offer.year')),
    fact('First day', 'أول يوم دراسي', field('offer.startDate')),
  ),
]

export const fees: LetterBlock[] = [
  heading(2, both('Fees', 'الرسوم'), given('offer.fees')),
  {
    kind: 'table',
    showWhen: given('offer.fees'),
    head: {
      label: both('Fee', 'الرسم'),
      values: [both('Amount ({{offer.currency}})', 'المبلغ ({{offer.currency}})'), both('Due', 'موعد السداد')],
    },
    rows: { each: 'offer.fees' },
  },
  fine(
    'Fees follow the school’s published fee policy. What is paid as a deposit is taken off the fees of the first term.',
    'تُحتسب الرسوم وفق لائحة الرسوم المعلنة في المدرسة، وتُخصم دفعة الحجز من رسوم الفصل الأول.',
    given('offer.fees'),
  ),
]

export const conditions: LetterBlock[] = [
  heading(2, both('Conditions of this offer', 'شروط هذا العرض')),
  { kind: 'list', numbered: true, items: { each: 'offer.conditions' } },
  para(
    'Please meet these conditions by **{{offer.conditionsDueOn}}**. Once all of them are met, we confirm the place in writing. If one of them is difficult for you, tell us early, and we look for a way together.',
    'يُرجى استيفاء هذه الشروط في موعد أقصاه **{{offer.conditionsDueOn}}**. ومتى استُوفيت جميعها أكدنا لكم المقعد كتابةً. وإن صعب عليكم استيفاء أحدها فأخبرونا مبكرًا لنبحث معًا عن حل.',
    given('offer.conditionsDueOn'),
  ),
]

const documents: LetterBlock[] = [
  heading(2, both('Please bring', 'يُرجى إحضار'), given('offer.documents')),
  each('offer.documents'),
]

export const accepting: LetterBlock[] = [
  heading(2, both('How to accept', 'كيفية قبول العرض')),
  {
    kind: 'list',
    numbered: true,
    items: [
      both(
        'Open the link in our message, read this offer and accept it there. If you prefer paper, sign below and return this letter to the admissions office.',
        'افتحوا الرابط الوارد في رسالتنا، واقرؤوا العرض ثم اقبلوه هناك. وإن فضّلتم الورق فوقّعوا أدناه وسلّموا هذا الخطاب إلى مكتب القبول.',
      ),
      both(
        'Accept by **{{offer.expiresOn}}**. Until then the place is held for you; after that day it may be offered to another family.',
        'اقبلوا العرض في موعد أقصاه **{{offer.expiresOn}}**. نحتفظ بالمقعد باسمكم حتى ذلك اليوم، وقد يُعرض بعده على أسرة أخرى.',
      ),
    ],
  },
  frame(
    'To book the place, please pay the deposit of **{{offer.deposit}}** by **{{offer.depositDueOn}}**.',
    'لحجز المقعد يُرجى سداد دفعة الحجز وقدرها **{{offer.deposit}}** في موعد أقصاه **{{offer.depositDueOn}}**.',
    all('offer.deposit', 'offer.depositDueOn'),
  ),
  ...documents,
]

export const acceptance: LetterBlock[] = [
  heading(2, both('Acceptance', 'قبول العرض')),
  para(
    'I accept the place offered to {{student.name}} as this letter describes it.',
    'أقبل المقعد المعروض على {{student.name}} كما ورد في هذا الخطاب.',
  ),
]

export const note: LetterBlock = para('{{offer.note}}', '{{offer.note}}', given('offer.note'))
