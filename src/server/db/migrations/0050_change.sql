CREATE TABLE "student_form_waivers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"reason" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_form_waivers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_form_waivers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consent_acts" ALTER COLUMN "sender_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_acts" ALTER COLUMN "token_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "offer_scans" ALTER COLUMN "offer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "offer_scans" ALTER COLUMN "signer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_acts" ADD COLUMN "by_user" uuid;--> statement-breakpoint
ALTER TABLE "consent_acts" ADD COLUMN "scan_id" uuid;--> statement-breakpoint
ALTER TABLE "criteria_links" ADD COLUMN "student_id" uuid;--> statement-breakpoint
ALTER TABLE "student_form_waivers" ADD CONSTRAINT "student_form_waivers_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "student_form_waivers_once_key" ON "student_form_waivers" USING btree ("school_id","student_id","slug");--> statement-breakpoint
CREATE INDEX "criteria_links_student_idx" ON "criteria_links" USING btree ("school_id","student_id");--> statement-breakpoint
ALTER TABLE "consent_acts" ADD CONSTRAINT "consent_acts_way_check" CHECK (case when "consent_acts"."by_user" is null then "consent_acts"."sender_id" is not null and "consent_acts"."token_hash" is not null and "consent_acts"."scan_id" is null else "consent_acts"."sender_id" is null and "consent_acts"."token_hash" is null and "consent_acts"."signature" is null end);--> statement-breakpoint
ALTER TABLE "offer_scans" ADD CONSTRAINT "offer_scans_of_check" CHECK (("offer_scans"."offer_id" is null) = ("offer_scans"."signer_id" is null));--> statement-breakpoint
CREATE POLICY "student_form_waivers_tenant_read" ON "student_form_waivers" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_form_waivers_tenant_add" ON "student_form_waivers" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_form_waivers_tenant_retain" ON "student_form_waivers" AS PERMISSIVE FOR DELETE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_form_waivers.school_id and e.xact = pg_current_xact_id()::text and e.student_id = student_form_waivers.student_id));