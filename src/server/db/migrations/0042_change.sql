CREATE TABLE "pupil_accounts" (
	"school_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"is_ours" boolean NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamptz NOT NULL,
	"closed_at" timestamptz,
	CONSTRAINT "pupil_accounts_school_id_student_id_pk" PRIMARY KEY("school_id","student_id"),
	CONSTRAINT "pupil_accounts_state_check" CHECK ("pupil_accounts"."state" in ('open', 'closing', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "pupil_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pupil_accounts" ADD CONSTRAINT "pupil_accounts_school_id_customer_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pupil_accounts_customer_idx" ON "pupil_accounts" USING btree ("school_id","customer_id");--> statement-breakpoint
CREATE INDEX "pupil_accounts_state_idx" ON "pupil_accounts" USING btree ("school_id","state");--> statement-breakpoint
CREATE POLICY "pupil_accounts_tenant" ON "pupil_accounts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));