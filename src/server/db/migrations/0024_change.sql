CREATE TABLE "student_claims" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"note" text NOT NULL,
	"verified_on" date,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamptz NOT NULL,
	CONSTRAINT "student_claims_school_id_student_id_kind_pk" PRIMARY KEY("school_id","student_id","kind")
);
--> statement-breakpoint
ALTER TABLE "student_claims" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "waiting_positions" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"campus" text NOT NULL,
	"entry_year" integer NOT NULL,
	"grade" text NOT NULL,
	"stream" text NOT NULL,
	"position" integer,
	"total" integer NOT NULL,
	"reason" jsonb,
	"cause" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "waiting_positions_school_id_student_id_no_pk" PRIMARY KEY("school_id","student_id","no")
);
--> statement-breakpoint
ALTER TABLE "waiting_positions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "waiting_positions_at_idx" ON "waiting_positions" USING btree ("school_id","at");--> statement-breakpoint
CREATE POLICY "student_claims_tenant" ON "student_claims" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "waiting_positions_tenant_read" ON "waiting_positions" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "waiting_positions_tenant_add" ON "waiting_positions" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));