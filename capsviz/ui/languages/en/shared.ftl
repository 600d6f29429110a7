### Messages that several pages share.
