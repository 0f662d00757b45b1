CREATE TABLE "admission_rules" (
	"school_id" uuid NOT NULL,
	"rules" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamptz NOT NULL,
	CONSTRAINT "admission_rules_school_id_pk" PRIMARY KEY("school_id")
);
--> statement-breakpoint
ALTER TABLE "admission_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "offer_answers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"signer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"signature" jsonb,
	"reason" text,
	"note" text,
	"chosen_school" text,
	"keep_place" boolean NOT NULL,
	"language" text,
	"address_hash" text,
	"agent" text,
	"by_user" uuid,
	"asked_hash" text NOT NULL,
	"refused" text,
	"at" timestamptz NOT NULL,
	CONSTRAINT "offer_answers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "offer_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "offer_deposits" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"method" text NOT NULL,
	"receipt" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "offer_deposits_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "offer_deposits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "offer_links" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"signer_id" uuid NOT NULL,
	"issued_at" timestamptz NOT NULL,
	CONSTRAINT "offer_links_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "offer_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "offer_notices" (
	"school_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"notice" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "offer_notices_school_id_offer_id_notice_pk" PRIMARY KEY("school_id","offer_id","notice")
);
--> statement-breakpoint
ALTER TABLE "offer_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "offer_signers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"viewed_at" timestamptz,
	CONSTRAINT "offer_signers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "offer_signers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "offers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"terms" jsonb NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"paused_at" timestamptz,
	"made_at" timestamptz NOT NULL,
	"made_by" uuid,
	"sent_at" timestamptz,
	"viewed_at" timestamptz,
	"accepted_at" timestamptz,
	"deposit_due_on" date,
	"settled_at" timestamptz,
	"origin" text NOT NULL,
	CONSTRAINT "offers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "offers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "seat_holds" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"child_id" uuid NOT NULL,
	"campus" text NOT NULL,
	"entry_year" integer NOT NULL,
	"grade" text NOT NULL,
	"stream" text NOT NULL,
	"state" text NOT NULL,
	"taken_at" timestamptz NOT NULL,
	"firm_at" timestamptz,
	"released_at" timestamptz,
	CONSTRAINT "seat_holds_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "seat_holds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "seat_places" (
	"school_id" uuid NOT NULL,
	"campus" text NOT NULL,
	"entry_year" integer NOT NULL,
	"grade" text NOT NULL,
	"stream" text NOT NULL,
	"seats" integer NOT NULL,
	"over_offer" integer NOT NULL,
	"revision" integer NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamptz NOT NULL,
	CONSTRAINT "seat_places_school_id_campus_entry_year_grade_stream_pk" PRIMARY KEY("school_id","campus","entry_year","grade","stream")
);
--> statement-breakpoint
ALTER TABLE "seat_places" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "student_proposals" ADD COLUMN "offer_id" uuid;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "campus" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "stream" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offer_answers" ADD CONSTRAINT "offer_answers_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_answers" ADD CONSTRAINT "offer_answers_school_id_signer_id_offer_signers_school_id_id_fk" FOREIGN KEY ("school_id","signer_id") REFERENCES "public"."offer_signers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_deposits" ADD CONSTRAINT "offer_deposits_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_links" ADD CONSTRAINT "offer_links_school_id_signer_id_offer_signers_school_id_id_fk" FOREIGN KEY ("school_id","signer_id") REFERENCES "public"."offer_signers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_notices" ADD CONSTRAINT "offer_notices_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_signers" ADD CONSTRAINT "offer_signers_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_holds" ADD CONSTRAINT "seat_holds_school_id_campus_entry_year_grade_stream_seat_places_school_id_campus_entry_year_grade_stream_fk" FOREIGN KEY ("school_id","campus","entry_year","grade","stream") REFERENCES "public"."seat_places"("school_id","campus","entry_year","grade","stream") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_answers_offer_idx" ON "offer_answers" USING btree ("school_id","offer_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "offer_deposits_receipt_key" ON "offer_deposits" USING btree ("school_id","offer_id","receipt");--> statement-breakpoint
CREATE UNIQUE INDEX "offer_signers_position_key" ON "offer_signers" USING btree ("school_id","offer_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_version_key" ON "offers" USING btree ("school_id","student_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_live_key" ON "offers" USING btree ("school_id","student_id") WHERE state in ('sent', 'viewed', 'accepted');--> statement-breakpoint
CREATE INDEX "offers_expires_idx" ON "offers" USING btree ("school_id","expires_at") WHERE state in ('sent', 'viewed');--> statement-breakpoint
CREATE INDEX "offers_deposit_idx" ON "offers" USING btree ("school_id","deposit_due_on") WHERE state = 'accepted';--> statement-breakpoint
CREATE UNIQUE INDEX "seat_holds_student_key" ON "seat_holds" USING btree ("school_id","student_id") WHERE released_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "seat_holds_child_key" ON "seat_holds" USING btree ("school_id","child_id","entry_year","campus") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "seat_holds_place_idx" ON "seat_holds" USING btree ("school_id","entry_year","grade","campus","stream") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "students_person_idx" ON "students" USING btree ("school_id","person_id");--> statement-breakpoint
CREATE POLICY "admission_rules_tenant" ON "admission_rules" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_answers_tenant_read" ON "offer_answers" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_answers_tenant_add" ON "offer_answers" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_deposits_tenant_read" ON "offer_deposits" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_deposits_tenant_add" ON "offer_deposits" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_links_tenant_read" ON "offer_links" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_links_tenant_add" ON "offer_links" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_notices_tenant_read" ON "offer_notices" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_notices_tenant_add" ON "offer_notices" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_signers_tenant" ON "offer_signers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offers_tenant" ON "offers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "seat_holds_tenant" ON "seat_holds" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "seat_places_tenant" ON "seat_places" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));