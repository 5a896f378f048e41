// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryRetiredWalletTest is RegistryTest {
    function testFuzz_GivenAnUnknownAddress(address account) public view {
        assertEq(registry.retiredWallet(account), 0);
    }

    function test_GivenABoundWallet() public view {
        assertEq(registry.retiredWallet(wallet.addr), 0);
    }

    function test_GivenAProposedWallet() public {
        offerWallet(agentId, stranger.addr);
        assertEq(registry.retiredWallet(stranger.addr), 0);
        assertEq(registry.retiredWallet(wallet.addr), 0, "nor the one that it would replace");
    }

    function test_GivenAReleasedWallet() public {
        releaseByWallet(agentId);
        assertEq(registry.retiredWallet(wallet.addr), 0);
    }

    function test_GivenAReplacedWallet() public {
        uint256 child = registerChild(agentId, "child");
        replaceWallet(child, stranger.addr);
        assertEq(registry.retiredWallet(makeActor("child").addr), child);
        assertEq(registry.retiredWallet(stranger.addr), 0);
    }

    function testFuzz_GivenAReplacedWalletAndAnyState(uint8 status) public {
        replaceWallet(agentId, stranger.addr);
        giveStatus(agentId, IRegistry.Status(status % 4));
        assertEq(registry.retiredWallet(wallet.addr), agentId, "for ever");
    }

    function test_GivenAWalletThatLeftAnEntryAndWasReplacedInAnother() public {
        releaseByWallet(agentId);
        uint256 anew = register(wallet, registration());
        replaceWallet(anew, stranger.addr);
        assertEq(registry.retiredWallet(wallet.addr), anew);
    }
}
