// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentOrCreatorGuard} from "./base/AgentOrCreatorGuard.sol";
import {Powerless} from "./base/Powerless.sol";

contract RegistrySetAttesterTest is AgentOrCreatorGuard, Powerless {
    address private constant ATTESTER = address(0xa77e57);

    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        return callWith(id, ATTESTER);
    }

    function checkEffect(Actor memory by) internal override {
        checkSet(by, ATTESTER);
    }

    function test_GivenTheAgentIsSuspended() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        assertRefused(stranger, guardedCall(agentId), "Not authorized for this agent");
        checkSet(wallet, ATTESTER);
        checkSet(haftungsperson, address(0));
    }

    function test_WhenAnotherIsNamed() public onBothRoutes {
        checkSet(wallet, ATTESTER);
        checkSet(creator, stranger.addr);
    }

    function test_WhenTheSameOneIsNamedAgain() public onBothRoutes {
        checkSet(wallet, ATTESTER);
        assertNoEffect(haftungsperson, guardedCall(agentId));
    }

    function test_WhenTheAttesterIsRemoved() public onBothRoutes {
        checkSet(wallet, stranger.addr);
        checkSet(haftungsperson, address(0));
        assertPowerless(stranger, agentId);
    }

    function test_WhenThereIsNoAttesterToRemove() public onBothRoutes {
        assertNoEffect(wallet, callWith(agentId, address(0)));
    }

    function test_WhenAPartyIsNamed() public onBothRoutes {
        checkSet(haftungsperson, wallet.addr);
        checkSet(wallet, haftungsperson.addr);
        checkSet(creator, address(0));
        send(wallet, abi.encodeCall(IRegistry.attestCompliance, (agentId)));
    }

    function test_WhenOneKeyAttestsForSeveralAgents() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        checkSet(wallet, stranger.addr);
        send(creator, callWith(child, stranger.addr));
        assertEq(registry.attester(agentId), stranger.addr, "of both");
        assertEq(registry.attester(child), stranger.addr, "of both");
    }

    function test_WhenAnotherAgentsWalletIsNamed() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        checkSet(wallet, makeActor("child").addr);
        assertEq(registry.walletToAgent(makeActor("child").addr), child, "bound to its own agent");
    }

    // ------------------------------------------------------- what it may not do

    function test_WhenTheAttesterDoesAnythingElse() public onBothRoutes {
        checkSet(wallet, stranger.addr);
        assertPowerlessButAttesting(stranger, agentId);
    }

    function test_WhenTheAttesterActsForAnotherAgent() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        checkSet(wallet, stranger.addr);
        assertPowerless(stranger, child);
    }

    function test_WhenAReplacedAttesterActs() public onBothRoutes {
        checkSet(wallet, stranger.addr);
        checkSet(wallet, ATTESTER);
        assertPowerless(stranger, agentId);
    }

    function testFuzz_WhenAnyKeysAreNamed(address[4] calldata keys, uint8 by) public onBothRoutes {
        Actor memory sender = [wallet, creator, haftungsperson][by % 3];
        for (uint256 i = 0; i < keys.length; ++i) {
            if (keys[i] == registry.attester(agentId)) assertNoEffect(sender, callWith(agentId, keys[i]));
            else checkSet(sender, keys[i]);
        }
    }

    function callWith(uint256 id, address key) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.setAttester, (id, key));
    }

    /// @dev Of the record and the words of its parties nothing moves, and the hash to agree to stays.
    function checkSet(Actor memory by, address key) private {
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        (bool byWallet, bool byHaftungsperson, bool byParent) = registry.consents(agentId);
        bytes32 hash = registry.recordHash(agentId);
        address old = registry.attester(agentId);
        vm.recordLogs();
        send(by, callWith(agentId, key));
        emit IRegistry.AttesterChanged(agentId, by.addr, old, key, uint64(block.timestamp));
        assertEvents();
        assertEq(registry.attester(agentId), key, "the attester");
        assertAgent(registry.getAgent(agentId), expected);
        assertConsents(agentId, byWallet, byHaftungsperson, byParent);
        assertEq(registry.recordHash(agentId), hash, "the record");
    }
}
