// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// @title An entry that nobody whom it names has agreed to, and what its parties' words make of it
abstract contract EntryBase is RegistryTest {
    /// All that a party's word can change.
    struct Standing {
        bool walletAgreed;
        bool haftungspersonAgreed;
        bool parentAgreed;
        bool haftungspersonRefused;
        bool parentRefused;
        bool released;
        bool suspendedByRefusal;
        IRegistry.Status status;
    }

    /// A child of `agentId`, registered by a stranger.
    uint256 internal child;
    Actor internal childWallet;
    Actor internal childHaftungsperson;

    function setUp() public virtual override {
        super.setUp();
        childWallet = makeActor("child wallet");
        childHaftungsperson = makeActor("child haftungsperson");
        child = register(stranger, childNaming(childWallet.addr, childHaftungsperson.addr));
    }

    function childNaming(address agentWallet, address liable) internal view returns (Registration memory r) {
        r = registration();
        (r.agentWallet, r.haftungsperson, r.parentAgentId) = (agentWallet, liable, agentId);
    }

    function confirm(uint256 id, Actor memory by) internal {
        send(by, abi.encodeCall(IRegistry.confirmAgent, (id)));
    }

    function decline(uint256 id, Actor memory by) internal {
        send(by, abi.encodeCall(IRegistry.declineAgent, (id)));
    }

    /// @dev What the account agrees as: 2 wallet, 4 Haftungsperson, 8 parent.
    function placesOf(uint256 id, address account) internal view returns (uint8 places) {
        IRegistry.Agent memory agent = registry.getAgent(id);
        if (account == agent.agentWallet && !registry.isWalletReleased(id)) places = 2;
        if (account == agent.haftungsperson) places += 4;
        if (agent.parentAgentId != 0 && isParty(agent.parentAgentId, account)) places += 8;
    }

    function standingOf(uint256 id) internal view returns (Standing memory s) {
        (s.walletAgreed, s.haftungspersonAgreed, s.parentAgreed) = registry.consents(id);
        (s.haftungspersonRefused, s.parentRefused) = registry.refusals(id);
        s.released = registry.isWalletReleased(id);
        s.suspendedByRefusal = flagsOf(id) & 128 != 0;
        s.status = registry.getAgent(id).status;
    }

    /// @dev Besides the standing, nothing of the record moves: `before` is the record as it was.
    function assertStanding(uint256 id, Standing memory expected, IRegistry.Agent memory before) internal view {
        assertConsents(id, expected.walletAgreed, expected.haftungspersonAgreed, expected.parentAgreed);
        assertRefusals(id, expected.haftungspersonRefused, expected.parentRefused);
        assertEq(registry.isWalletReleased(id), expected.released, "released");
        before.status = expected.status;
        assertAgent(registry.getAgent(id), before);
        if (!expected.released) assertEq(registry.walletToAgent(before.agentWallet), id, "bound");
        else assertTrue(registry.walletToAgent(before.agentWallet) != id, "still bound");
    }
}
