import type { Bilingual } from '#shared/kernel/endpoint.ts'

/**
 * Terms with which a school begins; paragraphs are separated by an empty line.
 * @param email address for questions; the school's office where there is none
 */
export const termsOf = (school: Bilingual, email?: string): Bilingual => ({
  en: `These terms apply whenever you use the online gate of ${school.en}: to enquire, to apply for a place, to answer an offer, or to pay and buy at school.

Enquiries and applications. An enquiry or an application tells us that you are interested in a place; it does not reserve one. Please give true and complete information about your child, including health and custody matters that the school must know. We may ask for original documents before a place is confirmed. A place that was given because of false information can be withdrawn.

Offers. An offer is open until the date written in it. If you have not accepted by then, the place goes to the next family on the waiting list. A place is booked once the booking fee has been received, and confirmed once all conditions in the offer are met.

Canteen accounts. Money paid into a pupil’s account may be spent only at the school’s own tills. You can set a daily limit, and you can ask for the remaining balance back when your child leaves. The school keeps a record of every payment and every purchase, and you may see it at any time. Please tell us within thirty days if something in it looks wrong.

Allergies. Our tills show the allergens that you have told us about and warn the person serving. We prepare food in one kitchen and cannot promise that a dish is free of traces. Please keep your child’s list of allergies up to date.

Your account. Keep your password to yourself and tell us at once if you think that somebody else knows it. We may close an account that is used to harm other families, the staff or the school’s systems.

Changes. If we change these terms we tell you at least fourteen days before. Questions are welcome at ${email ?? 'the school’s office'}.`,
  ar: `تسري هذه الشروط كلما استخدمتم بوابة ${school.ar} الإلكترونية للاستفسار، أو لطلب الالتحاق، أو للرد على عرض القبول، أو للدفع والشراء داخل المدرسة.

الاستفسارات والطلبات. يدل الاستفسار أو طلب الالتحاق على رغبتكم في مقعد، لكنه لا يحجزه. نرجو تقديم معلومات صحيحة وكاملة عن طفلكم، ومنها ما يلزم أن تعرفه المدرسة عن صحته وحضانته. وقد نطلب أصول الوثائق قبل تأكيد المقعد. ويجوز للمدرسة سحب المقعد إذا مُنح بناءً على معلومات غير صحيحة.

عروض القبول. يبقى العرض ساريًا حتى التاريخ المذكور فيه، فإن لم يُقبل حتى ذلك اليوم انتقل المقعد إلى الأسرة التالية في قائمة الانتظار. ويُحجز المقعد عند استلام رسوم الحجز، ويصبح مؤكدًا عند استيفاء جميع شروط العرض.

حسابات المقصف. لا تُنفق المبالغ المودعة في حساب الطالب إلا لدى صناديق البيع في المدرسة. ويمكنكم تحديد حد يومي للشراء، كما يمكنكم استرداد الرصيد المتبقي عند مغادرة الطالب المدرسة. وتحتفظ المدرسة بسجل لكل إيداع وكل عملية شراء، ولكم الاطلاع عليه في أي وقت. ونرجو إبلاغنا خلال ثلاثين يومًا إذا وجدتم فيه خطأ.

الحساسية الغذائية. تعرض صناديق البيع مسببات الحساسية التي أبلغتمونا بها وتنبه من يقدم الطعام. ونظرًا إلى أن الطعام يُعد في مطبخ واحد، فلا يمكننا ضمان خلو أي طبق من آثارها. نرجو تحديث قائمة الحساسية الخاصة بطفلكم باستمرار.

حسابكم في البوابة. احتفظوا بكلمة المرور لأنفسكم، وأبلغونا فورًا إذا ظننتم أن شخصًا آخر يعرفها. وللمدرسة أن تغلق أي حساب يُستخدم للإضرار بالأسر الأخرى أو بالعاملين أو بأنظمة المدرسة.

التعديلات. إذا عدلنا هذه الشروط أخبرناكم قبل سريانها بأربعة عشر يومًا على الأقل. ونرحب بأسئلتكم ${email === undefined ? 'لدى إدارة المدرسة' : `على البريد ${email}`}.`,
})
