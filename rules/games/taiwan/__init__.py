"""Games of Taiwan (台湾) with sixteen tiles."""
