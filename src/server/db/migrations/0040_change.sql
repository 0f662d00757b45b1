CREATE TABLE "student_fees" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"method" text,
	"receipt" text,
	"day_on" date NOT NULL,
	"by_user" uuid,
	"at" timestamptz NOT NULL,
	CONSTRAINT "student_fees_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "student_fees_kind_check" CHECK ("student_fees"."kind" in ('paid', 'refund-due', 'refund-paid'))
);
--> statement-breakpoint
ALTER TABLE "student_fees" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "student_notices" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"opened_at" timestamptz NOT NULL,
	"filed_on" date,
	"number" text,
	"by_user" uuid,
	"at" timestamptz,
	CONSTRAINT "student_notices_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "student_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "student_fees" ADD CONSTRAINT "student_fees_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_notices" ADD CONSTRAINT "student_notices_school_id_student_id_students_school_id_id_fk" FOREIGN KEY ("school_id","student_id") REFERENCES "public"."students"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "student_fees_student_idx" ON "student_fees" USING btree ("school_id","student_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "student_fees_receipt_key" ON "student_fees" USING btree ("school_id","student_id","kind","receipt");--> statement-breakpoint
CREATE INDEX "student_notices_student_idx" ON "student_notices" USING btree ("school_id","student_id","opened_at");--> statement-breakpoint
CREATE INDEX "student_notices_open_idx" ON "student_notices" USING btree ("school_id","due_on") WHERE filed_on is null;--> statement-breakpoint
CREATE POLICY "student_fees_tenant_read" ON "student_fees" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_fees_tenant_add" ON "student_fees" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "student_notices_tenant" ON "student_notices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));