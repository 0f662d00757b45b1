CREATE TABLE "issued_letters" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"topic" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"student_id" uuid,
	"source_id" uuid,
	"blocks" jsonb NOT NULL,
	"edition" integer NOT NULL,
	"code_hash" text NOT NULL,
	"issued_at" timestamptz NOT NULL,
	"issued_by" uuid,
	CONSTRAINT "issued_letters_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "issued_letters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "letter_ends" (
	"school_id" uuid NOT NULL,
	"letter_id" uuid NOT NULL,
	"standing" text NOT NULL,
	"at" timestamptz NOT NULL,
	"by_user" uuid,
	CONSTRAINT "letter_ends_school_id_letter_id_pk" PRIMARY KEY("school_id","letter_id")
);
--> statement-breakpoint
ALTER TABLE "letter_ends" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "letter_faults" (
	"school_id" uuid NOT NULL,
	"letter_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "letter_faults_school_id_letter_id_sha256_pk" PRIMARY KEY("school_id","letter_id","sha256")
);
--> statement-breakpoint
ALTER TABLE "letter_faults" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "letter_prints" (
	"school_id" uuid NOT NULL,
	"letter_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"missing_glyphs" text[] NOT NULL,
	"without_logo" boolean NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "letter_prints_school_id_letter_id_pk" PRIMARY KEY("school_id","letter_id")
);
--> statement-breakpoint
ALTER TABLE "letter_prints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "letter_ends" ADD CONSTRAINT "letter_ends_school_id_letter_id_issued_letters_school_id_id_fk" FOREIGN KEY ("school_id","letter_id") REFERENCES "public"."issued_letters"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_faults" ADD CONSTRAINT "letter_faults_school_id_letter_id_issued_letters_school_id_id_fk" FOREIGN KEY ("school_id","letter_id") REFERENCES "public"."issued_letters"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_prints" ADD CONSTRAINT "letter_prints_school_id_letter_id_issued_letters_school_id_id_fk" FOREIGN KEY ("school_id","letter_id") REFERENCES "public"."issued_letters"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "issued_letters_version_key" ON "issued_letters" USING btree ("school_id","topic","subject_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "issued_letters_code_key" ON "issued_letters" USING btree ("school_id","code_hash");--> statement-breakpoint
CREATE INDEX "issued_letters_student_idx" ON "issued_letters" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE INDEX "issued_letters_issued_idx" ON "issued_letters" USING btree ("school_id","issued_at");--> statement-breakpoint
CREATE POLICY "issued_letters_tenant_read" ON "issued_letters" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "issued_letters_tenant_add" ON "issued_letters" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "letter_ends_tenant_read" ON "letter_ends" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "letter_ends_tenant_add" ON "letter_ends" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "letter_faults_tenant_read" ON "letter_faults" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "letter_faults_tenant_add" ON "letter_faults" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "letter_prints_tenant_read" ON "letter_prints" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "letter_prints_tenant_add" ON "letter_prints" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));