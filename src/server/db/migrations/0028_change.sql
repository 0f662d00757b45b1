CREATE TABLE "appointment_bookings" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slot_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"booked_at" timestamptz NOT NULL,
	"booked_by" uuid,
	"email" text,
	"language" text NOT NULL,
	"outcome" text,
	"note" text DEFAULT '' NOT NULL,
	"settled_by" uuid,
	"settled_at" timestamptz,
	"reminded_at" timestamptz,
	"revision" integer NOT NULL,
	CONSTRAINT "appointment_bookings_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_bookings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "appointment_links" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"guardian" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"asked_at" timestamptz NOT NULL,
	"asked_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"opened_at" timestamptz,
	"ended_at" timestamptz,
	CONSTRAINT "appointment_links_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "appointment_slots" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"campus" text NOT NULL,
	"starts_at" timestamptz NOT NULL,
	"ends_at" timestamptz NOT NULL,
	"room" text NOT NULL,
	"online_link" text NOT NULL,
	"interviewers" jsonb NOT NULL,
	"capacity" integer NOT NULL,
	"change_hours" integer NOT NULL,
	"ended_at" timestamptz,
	"made_by" uuid NOT NULL,
	"made_at" timestamptz NOT NULL,
	CONSTRAINT "appointment_slots_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_slots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scoring_assessments" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"answers" jsonb NOT NULL,
	"unmet" text[] NOT NULL,
	"recommendation" text NOT NULL,
	"conditions" text NOT NULL,
	"note" text NOT NULL,
	"device" text NOT NULL,
	"asked_hash" text NOT NULL,
	"submitted_at" timestamptz NOT NULL,
	CONSTRAINT "scoring_assessments_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "scoring_assessments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scoring_moderations" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"first_id" uuid NOT NULL,
	"second_id" uuid NOT NULL,
	"takes" text NOT NULL,
	"recommendation" text NOT NULL,
	"reason" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "scoring_moderations_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "scoring_moderations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scoring_reopenings" (
	"school_id" uuid NOT NULL,
	"assessment_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "scoring_reopenings_school_id_assessment_id_pk" PRIMARY KEY("school_id","assessment_id")
);
--> statement-breakpoint
ALTER TABLE "scoring_reopenings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scoring_sets" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"entry_year" integer NOT NULL,
	"grade" text NOT NULL,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamptz NOT NULL,
	CONSTRAINT "scoring_sets_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "scoring_sets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "appointment_bookings" ADD CONSTRAINT "appointment_bookings_slot_fk" FOREIGN KEY ("school_id","slot_id") REFERENCES "public"."appointment_slots"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scoring_assessments" ADD CONSTRAINT "scoring_assessments_set_fk" FOREIGN KEY ("school_id","set_id") REFERENCES "public"."scoring_sets"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scoring_reopenings" ADD CONSTRAINT "scoring_reopenings_assessment_fk" FOREIGN KEY ("school_id","assessment_id") REFERENCES "public"."scoring_assessments"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_bookings_live_key" ON "appointment_bookings" USING btree ("school_id","student_id","kind") WHERE state = 'booked';--> statement-breakpoint
CREATE INDEX "appointment_bookings_slot_idx" ON "appointment_bookings" USING btree ("school_id","slot_id");--> statement-breakpoint
CREATE INDEX "appointment_bookings_remind_idx" ON "appointment_bookings" USING btree ("school_id","slot_id") WHERE state = 'booked' and reminded_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_links_token_key" ON "appointment_links" USING btree ("school_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_links_guardian_key" ON "appointment_links" USING btree ("school_id","student_id","kind","email");--> statement-breakpoint
CREATE INDEX "appointment_slots_starts_idx" ON "appointment_slots" USING btree ("school_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "appointment_slots_series_idx" ON "appointment_slots" USING btree ("school_id","series_id");--> statement-breakpoint
CREATE INDEX "scoring_assessments_student_idx" ON "scoring_assessments" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scoring_moderations_pair_key" ON "scoring_moderations" USING btree ("school_id","student_id","first_id","second_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scoring_sets_version_key" ON "scoring_sets" USING btree ("school_id","entry_year","grade","version");--> statement-breakpoint
CREATE POLICY "appointment_bookings_tenant" ON "appointment_bookings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "appointment_links_tenant" ON "appointment_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "appointment_slots_tenant" ON "appointment_slots" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "scoring_assessments_tenant_read" ON "scoring_assessments" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "scoring_assessments_tenant_add" ON "scoring_assessments" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "scoring_moderations_tenant_read" ON "scoring_moderations" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "scoring_moderations_tenant_add" ON "scoring_moderations" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "scoring_reopenings_tenant_read" ON "scoring_reopenings" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "scoring_reopenings_tenant_add" ON "scoring_reopenings" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "scoring_sets_tenant_read" ON "scoring_sets" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "scoring_sets_tenant_add" ON "scoring_sets" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));