import { type NameCustom, namePairs } from './name-pairs.ts'

/** Muslim families of Pakistan, India and Bangladesh. */
export const southAsianMuslim: NameCustom = {
  boys: namePairs(`
    Abdul Hadi/عبد الهادي, Arham/أرحم, Asif/آصف, Ayaan/أيان, Faizan/فيضان, Farhan/فرحان, Imran/عمران, Irfan/عرفان,
    Junaid/جنيد, Kashif/كاشف, Nabeel/نبيل, Rehan/ريحان, Rizwan/رضوان, Shahid/شاهد, Sohail/سهيل, Taha/طه,
    Tahmid/تحميد, Tanvir/تنوير, Usman/عثمان, Waqas/وقاص, Zain/زين, Zubair/زبير
  `),
  girls: namePairs(`
    Aaliyah/عالية, Afreen/آفرين, Anaya/عناية, Areeba/أريبة, Ayesha/عائشة, Fiza/فضة, Hafsa/حفصة, Hania/هانية,
    Javeria/جويرية, Laiba/لائبة, Mahnoor/ماه نور, Mehwish/مهوش, Nimra/نمرة, Rabia/رابعة, Rida/رضا, Sadia/سعدية,
    Sana/سناء, Sumaya/سمية, Tanzila/تنزيلة, Zara/زارا, Zoya/زويا
  `),
  fathers: namePairs(`
    Abdul Rasheed/عبد الرشيد, Anwar/أنور, Aslam/أسلم, Iqbal/إقبال, Javed/جاويد, Khurram/خرم, Nadeem/نديم,
    Naseer/نصير, Rafiq/رفيق, Shafiq/شفيق, Tariq/طارق, Yaqoob/يعقوب
  `),
  families: namePairs(`
    Abbasi/عباسي, Ahmad/أحمد, Ansari/أنصاري, Baig/بيغ, Butt/بوت, Chaudhry/شودري, Farooqi/فاروقي, Hashmi/هاشمي,
    Hossain/حسين, Khan/خان, Koya/كويا, Malik/مالك, Mirza/ميرزا, Qureshi/قريشي, Rahman/رحمن, Shaikh/شيخ,
    Siddiqui/صديقي, Syed/سيد
  `),
  fullName: 'given-father-family',
}

/** Hindu and Buddhist families of India, Nepal and Sri Lanka. */
export const southAsian: NameCustom = {
  boys: namePairs(`
    Aarav/آراف, Aditya/أديتيا, Akash/آكاش, Arjun/أرجون, Dev/ديف, Dhruv/دروف, Ishaan/إيشان, Karthik/كارتيك,
    Krishna/كريشنا, Nikhil/نيخيل, Pranav/براناف, Rahul/راهول, Rohan/روهان, Sanjay/سانجاي, Siddharth/سيدهارت,
    Varun/فارون, Vihaan/فيهان, Vivek/فيفيك
  `),
  girls: namePairs(`
    Aanya/آنيا, Aditi/أديتي, Ananya/أنانيا, Anjali/أنجالي, Diya/ديا, Gayatri/غاياتري, Ishita/إيشيتا, Kavya/كافيا,
    Lakshmi/لاكشمي, Meera/ميرا, Nandini/نانديني, Neha/نيها, Pooja/بوجا, Priya/بريا, Riya/ريا, Saanvi/سانفي,
    Shreya/شريا, Tanvi/تانفي
  `),
  fathers: namePairs(`
    Anil/أنيل, Ashok/أشوك, Deepak/ديباك, Ganesh/غانيش, Manoj/مانوج, Prakash/براكاش, Rajesh/راجيش, Ramesh/راميش,
    Ravi/رافي, Sunil/سونيل, Suresh/سوريش, Vijay/فيجاي
  `),
  families: namePairs(`
    Das/داس, Desai/ديساي, Fernando/فرناندو, Gupta/غوبتا, Gurung/غورونغ, Iyer/آير, Joshi/جوشي, Kumar/كومار,
    Menon/مينون, Nair/ناير, Patel/باتيل, Perera/بيريرا, Pillai/بيلاي, Rao/راو, Reddy/ريدي, Sharma/شارما,
    Shrestha/شريستا, Singh/سينغ, Thapa/ثابا, Verma/فيرما
  `),
  fullName: 'given-family',
}
