-- expand: who must agree to a new consent wording, when earlier agreements lapse, who published it and who was asked again; icons of
-- the installed app as pictures
ALTER TABLE "consent_requests" ADD COLUMN "asked_again_at" timestamptz;--> statement-breakpoint
ALTER TABLE "consent_wordings" ADD COLUMN "published_by" uuid;--> statement-breakpoint
ALTER TABLE "consent_wordings" ADD COLUMN "again" text DEFAULT 'nobody' NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_wordings" ADD COLUMN "lapses_on" date;--> statement-breakpoint
CREATE TABLE "app_icons" (
	"school_id" uuid NOT NULL,
	"name" text NOT NULL,
	"png" "bytea" NOT NULL,
	"drawn_from" text NOT NULL,
	CONSTRAINT "app_icons_school_id_name_pk" PRIMARY KEY("school_id","name")
);
--> statement-breakpoint
ALTER TABLE "app_icons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "app_icons_tenant" ON "app_icons" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
