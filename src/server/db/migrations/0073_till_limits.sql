-- expand: limits of tills by edition, and the document that an approval was used for
CREATE TABLE "till_limit_editions" (
	"school_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "till_limit_editions_school_id_version_pk" PRIMARY KEY("school_id","version")
);
--> statement-breakpoint
ALTER TABLE "till_limit_editions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "till_limits" (
	"school_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"act" text NOT NULL,
	"is_forbidden" boolean NOT NULL,
	"each" bigint,
	"shift" bigint,
	"offline" text NOT NULL,
	CONSTRAINT "till_limits_school_id_version_kind_subject_act_pk" PRIMARY KEY("school_id","version","kind","subject","act"),
	CONSTRAINT "till_limits_kind_check" CHECK ("till_limits"."kind" in ('role', 'person', 'device')),
	CONSTRAINT "till_limits_offline_check" CHECK ("till_limits"."offline" in ('same', 'half', 'approval', 'forbidden'))
);
--> statement-breakpoint
ALTER TABLE "till_limits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
ALTER TABLE "till_limits" ADD CONSTRAINT "till_limits_school_id_version_till_limit_editions_school_id_version_fk" FOREIGN KEY ("school_id","version") REFERENCES "public"."till_limit_editions"("school_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "till_limit_editions_at_idx" ON "till_limit_editions" USING btree ("school_id","at");--> statement-breakpoint
CREATE INDEX "approvals_subject_idx" ON "approvals" USING btree ("school_id","subject_id");--> statement-breakpoint
CREATE POLICY "till_limit_editions_tenant_read" ON "till_limit_editions" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "till_limit_editions_tenant_add" ON "till_limit_editions" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "till_limits_tenant_read" ON "till_limits" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "till_limits_tenant_add" ON "till_limits" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
